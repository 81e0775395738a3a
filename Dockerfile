FROM python:3.13-slim AS build
WORKDIR /srv
COPY requirements.txt .
# pip stays outside the environment, so none is copied with it.
RUN python -m venv --without-pip .venv \
    && pip --python .venv/bin/python install --no-cache-dir --no-compile -r requirements.txt
COPY gunicorn.conf.py .
COPY app app
COPY templates templates
COPY static static
# Compiled here, once, since the running container writes nothing.
RUN python -m compileall -q --invalidation-mode unchecked-hash .

FROM python:3.13-slim
RUN pip uninstall --yes pip
WORKDIR /srv
COPY --from=build /srv /srv
# The only place to write is /dev/shm, so a read-only root file system works.
ENV PATH=/srv/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TMPDIR=/dev/shm \
    HOST=0.0.0.0 \
    PORT=8000
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
CMD ["gunicorn"]
