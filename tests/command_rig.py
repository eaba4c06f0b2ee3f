"""What a test of the command reads from it."""


def said(result):
    """Return the one line on standard error with which a command was refused."""
    code, out, err = result
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert "allowed" in err
    assert "Traceback" not in err
    return err
