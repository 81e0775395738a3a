// Grades the headers of a running page as Mozilla's HTTP Observatory would, https assumed:
// `make observatory`. The grader's own retriever needs a public host, so the answers are
// fetched here, as a proxy that speaks https would ask for them, and handed to its tests.

import { writeFileSync } from "node:fs";

const [address] = process.argv.slice(2);
const grader = new URL(import.meta.resolve("@mdn/mdn-http-observatory/src/grader/grader.js"));
const part = (path) => import(new URL(path, grader));
// The grader downloads two lists when it is installed; an empty one knows no preloaded host.
for (const list of ["hsts-preload", "tld-list"])
  writeFileSync(new URL(`../../conf/${list}.json`, grader), list === "tld-list" ? "[]" : "{}");

const { getGradeForScore, getScoreModifier } = await part("grader.js");
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await part("charts.js");
const { ALL_TESTS } = await part("../constants.js");
const { Session } = await part("../retriever/session.js");
const { parseHttpEquivHeaders } = await part("../retriever/utils.js");
const { Requests } = await part("../types.js");

const home = "https://calculator.example/";

async function fetched(options = {}) {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "calculator.example", ...options.headers };
  const response = await fetch(address, { ...options, headers });
  return {
    status: response.status, data: await response.text(), verified: true,
    headers: Object.fromEntries(response.headers), request: { headers }, config: { headers: {} },
  };
}

const requests = new Requests("calculator.example");
const page = await fetched();
requests.resources.path = page.data;
requests.responses.auto = { ...page, httpEquiv: parseHttpEquivHeaders(page.data, home) };
requests.responses.https = page;
requests.responses.http = page;
requests.responses.cors = await fetched({ method: "OPTIONS", headers: { Origin: "https://other.example" } });
requests.responses.httpRedirects = [
  { url: new URL(home.replace("https", "http")), status: 301 }, { url: new URL(home), status: 200 },
];
requests.responses.httpsRedirects = [{ url: new URL(home), status: 200 }];
requests.session = new Session(new URL(home));

const results = ALL_TESTS.map((test) => test(requests));
const modifiers = results.map((result) => getScoreModifier(result.result));
const uncurved = 100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 0);
const all = 100 + modifiers.reduce((sum, modifier) => sum + modifier, 0);
const { grade, score } = getGradeForScore(uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : uncurved);

results.forEach((result, index) => console.log(`${modifiers[index]}\t${result.constructor.name}: ${result.result}`));
console.log(`${grade} (${score})`);
process.exit(grade === "A+" ? 0 : 1);
