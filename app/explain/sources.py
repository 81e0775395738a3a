"""Where each method comes from."""

from dataclasses import dataclass
from urllib.parse import unquote


@dataclass(frozen=True, slots=True)
class Source:
    """A publication that a step cites."""

    key: str
    authors: str
    year: int | None
    title: str
    where: str
    address: str

    @property
    def text(self) -> str:
        """Who, when and what, as it is listed."""
        year = f" ({self.year})" if self.year else ""
        return f"{self.authors}{year}. {self.title}."

    @property
    def label(self) -> str:
        """The address as it is read: a DOI without its resolver."""
        if self.address.startswith(_DOI):
            return "doi:" + unquote(self.address.removeprefix(_DOI))
        return self.address.removeprefix("https://")


_DOI = "https://doi.org/"

SOURCES = {
    source.key: source
    for source in (
        Source(
            "mcnemar",
            "Q. McNemar",
            1947,
            "Note on the sampling error of the difference between correlated proportions "
            "or percentages",
            "Psychometrika 12, 153–157",
            f"{_DOI}10.1007/BF02295996",
        ),
        Source(
            "edwards",
            "A. L. Edwards",
            1948,
            "Note on the “correction for continuity” in testing the significance of the "
            "difference between correlated proportions",
            "Psychometrika 13, 185–187",
            f"{_DOI}10.1007/BF02289261",
        ),
        Source(
            "fagerland",
            "M. W. Fagerland, S. Lydersen and P. Laake",
            2013,
            "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better "
            "than exact conditional",
            "BMC Medical Research Methodology 13, 91",
            f"{_DOI}10.1186/1471-2288-13-91",
        ),
        Source(
            "mlxtend",
            "S. Raschka",
            None,
            "McNemar’s test for classifier comparisons",
            "mlxtend user guide; the rule of 25",
            "https://rasbt.github.io/mlxtend/user_guide/evaluate/mcnemar/",
        ),
        Source(
            "loader",
            "C. Loader",
            2000,
            "Fast and accurate computation of binomial probabilities",
            "technical report",
            "https://www.r-project.org/doc/reports/CLoader-dbinom-2002.pdf",
        ),
        Source(
            "wilson",
            "E. B. Wilson",
            1927,
            "Probable inference, the law of succession, and statistical inference",
            "Journal of the American Statistical Association 22, 209–212",
            f"{_DOI}10.1080/01621459.1927.10502953",
        ),
        Source(
            "newcombe",
            "R. G. Newcombe",
            1998,
            "Improved confidence intervals for the difference between binomial proportions "
            "based on paired data",
            "Statistics in Medicine 17, 2635–2650",
            f"{_DOI}10.1002/(SICI)1097-0258(19981130)17:22%3C2635::AID-SIM954%3E3.0.CO;2-C",
        ),
        Source(
            "tango",
            "T. Tango",
            1998,
            "Equivalence test and confidence interval for the difference in proportions for "
            "the paired-sample design",
            "Statistics in Medicine 17, 891–908",
            f"{_DOI}10.1002/(SICI)1097-0258(19980430)17:8%3C891::AID-SIM780%3E3.0.CO;2-B",
        ),
        Source(
            "clopper",
            "C. J. Clopper and E. S. Pearson",
            1934,
            "The use of confidence or fiducial limits illustrated in the case of the binomial",
            "Biometrika 26, 404–413",
            f"{_DOI}10.1093/biomet/26.4.404",
        ),
    )
}
