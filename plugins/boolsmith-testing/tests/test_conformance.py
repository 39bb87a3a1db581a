"""Running the kit: what is reported, what is expected to fail, and how pytest runs it."""

import subprocess
import sys
import types

import pytest
from boolsmith import BoolsmithError, Metric, Operator, hookimpl
from boolsmith.plugins import HOOKS
from boolsmith_testing import CHECKS, check_plugin, parametrize_with_checks, plugin_checks
from boolsmith_testing.conformance import PluginCheckError

pytest_plugins = ["pytester"]


def module(*metrics, name="some_plugin"):
    """A plugin that is no file, with metrics only: the checks of those are fast."""
    made = types.ModuleType(name)
    made.boolsmith_api = 2

    def boolsmith_metrics():
        return list(metrics)

    made.boolsmith_metrics = hookimpl(boolsmith_metrics)
    return made


GOOD = Metric("hits", lambda tp, fp, fn, tn: tp / (tp + fn), affine=True, description="recall")
LARGE = Metric("count", lambda tp, fp, fn, tn: tp + tn, affine=True, description="rows got right")


def test_a_good_plugin_passes_and_says_how_many_checks_ran(capsys):
    results = check_plugin(module(GOOD))
    assert all(result.ok for result in results)
    skipped = sum(result.status == "skipped" for result in results)
    passed = len(results) - skipped
    assert capsys.readouterr().out == (
        f"some_plugin: {len(results)} checks ran: {passed} passed, {skipped} skipped\n"
    )


def test_a_bad_plugin_raises_an_error_with_a_line_for_each_failure():
    with pytest.raises(PluginCheckError) as caught:
        check_plugin(module(GOOD, LARGE))
    first, *lines = str(caught.value).splitlines()
    assert first.startswith("some_plugin failed 2 of ")
    assert [line.split()[0] for line in lines] == ["metric.range[count]", "metric.scale[count]"]


def test_an_expected_failure_is_reported_with_its_reason(capsys):
    expected = {"metric.range[count]": "it counts", "metric.scale": "it counts"}
    with pytest.raises(PluginCheckError, match=r"metric\.scale\[hits\] unexpected pass"):
        check_plugin(module(GOOD, LARGE), expected_failures=expected)
    results = check_plugin(module(LARGE), expected_failures=expected)
    known = [result for result in results if result.status == "expected failure"]
    assert [result.name for result in known] == ["metric.range[count]", "metric.scale[count]"]
    assert all(result.message.startswith("it counts (") for result in known)
    assert "2 expected failure" in capsys.readouterr().out


def test_an_expected_failure_that_passes_is_a_failure():
    results = check_plugin(
        module(GOOD), expected_failures={"metric.range": "a guess"}, raise_on_failure=False
    )
    (wrong,) = [result for result in results if not result.ok]
    assert str(wrong) == (
        "metric.range[hits] unexpected pass: expected to fail (a guess), but it passed"
    )


def test_an_expected_failure_of_no_check_is_an_error_that_suggests_one():
    with pytest.raises(BoolsmithError, match=r"did you mean 'metric\.range'"):
        plugin_checks(module(GOOD), expected_failures={"metric.rage": "typing"})


def test_a_distribution_that_is_not_installed_is_an_error():
    with pytest.raises(BoolsmithError, match="no distribution 'boolsmith-nonsense' is installed"):
        check_plugin("boolsmith-nonsense")


def test_a_distribution_without_plugins_is_an_error():
    with pytest.raises(BoolsmithError, match="has no entry point of the group 'boolsmith'"):
        check_plugin("attrs")


def test_checking_a_module_leaves_nothing_registered():
    from boolsmith.plugins import registry

    check_plugin(module(GOOD))
    assert "hits" not in registry().metrics


def test_every_check_has_a_kind_and_a_claim():
    kinds = {"plugin", *(kind for kind, _ in HOOKS.values())}
    assert {check.kind for check in CHECKS.values()} == kinds
    for check in CHECKS.values():
        assert check.description.endswith(".")


@parametrize_with_checks(
    module(GOOD, LARGE),
    expected_failures={"metric.range[count]": "it counts", "metric.scale[count]": "it counts"},
)
def test_the_decorator_runs_a_test_for_each_check(check):
    check()


PLUGIN = """
from boolsmith import Metric, hookimpl
boolsmith_api = 2
@hookimpl
def boolsmith_metrics():
    return [Metric("count", lambda tp, fp, fn, tn: tp + tn, description="rows got right")]
"""


def test_pytest_runs_the_kit_with_nothing_written(pytester):
    file = pytester.path / "my_plugin.py"
    file.write_text(PLUGIN)
    pytester.makepyfile(test_other="def test_that_fails(): assert False")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--boolsmith-plugin", file)
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 2
    assert outcomes["passed"] >= 10
    result.stdout.fnmatch_lines(["*metric.range[[]count] failed: count(*not from -1 to 1"])
    assert "test_that_fails" not in result.stdout.str()


def test_pytest_takes_expected_failures(pytester):
    file = pytester.path / "my_plugin.py"
    file.write_text(PLUGIN)
    options = [
        f"--boolsmith-expected-failure=metric.{name}=it counts" for name in ("range", "scale")
    ]
    result = pytester.runpytest_subprocess("--boolsmith-plugin", file, *options)
    assert result.parseoutcomes()["xfailed"] == 2
    assert result.ret == 0


def test_pytest_refuses_a_plugin_that_is_not_there(pytester):
    result = pytester.runpytest_subprocess("--boolsmith-plugin", "boolsmith-nonsense")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no distribution 'boolsmith-nonsense' is installed*"])


def test_pytest_without_the_option_imports_nothing_of_boolsmith(pytester):
    pytester.makepyfile(
        """
        import sys
        def test_light():
            heavy = {"numpy", "hypothesis", "boolsmith.plugins", "boolsmith_testing.conformance"}
            assert not heavy & set(sys.modules)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest", "-p", "no:xdist")
    result.assert_outcomes(passed=1)


def test_the_strategies_say_what_to_install_where_hypothesis_is_missing():
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from boolsmith_testing import check_law\n"
        "from boolsmith_testing import rules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: boolsmith_testing.strategies needs Hypothesis: "
        "pip install 'boolsmith[testing]'"
    )


def test_a_plugin_of_operators_is_checked_without_a_file_too():
    made = types.ModuleType("operators_in_memory")
    made.boolsmith_api = 2

    def boolsmith_operators():
        return [Operator("Most", lambda count, arity: 2 * count > arity, description="most of")]

    made.boolsmith_operators = hookimpl(boolsmith_operators)
    results = {
        check.name: check.result()
        for check in plugin_checks(made)
        if check.check.name
        in ("operator.pure", "operator.process", "operator.text", "plugin.import-cost")
    }
    assert results["operator.pure[Most]"].status == "passed"
    assert results["operator.text[Most]"].status == "passed"
    assert results["operator.process[Most]"].status == "skipped"
