"""Logarithm, exponential and normal quantile in arithmetic alone, which every machine rounds alike.

The library functions of two machines may differ in the last bit, and a log has to have the same bytes
everywhere. Addition, multiplication, division and the square root are exactly defined (IEEE 754), and so is
what is made of them in a fixed order. Compiled code keeps that order, since it is not told to be fast.
"""

from math import frexp, ldexp, sqrt

from simulation.compiling import compiled

LN2 = 0.6931471805599453
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Ln 2 in two parts: the first has so few digits that its small multiples are exact."""
SQRT_HALF = 0.7071067811865476
MOST_EXPONENT = 700.0


@compiled()
def portable_log(x):
    """Return the natural logarithm of a positive number, right to about 15 digits.

    The series of the inverse hyperbolic tangent, for a number near 1 times a power of 2.
    """
    part, power = frexp(x)
    if part < SQRT_HALF:
        part *= 2.0
        power -= 1
    s = (part - 1.0) / (part + 1.0)
    z = s * s
    tail = 0.0
    for odd in range(23, 1, -2):
        tail = (tail + 1.0 / odd) * z
    return power * LN2_HIGH + (2.0 * s * (1.0 + tail) + power * LN2_LOW)


@compiled()
def portable_exp(x):
    """Return e to the power of a number from -700 to 700 (nearest of those), right to about 15 digits.

    Taylor's series for what is left of a power of 2.
    """
    x = min(max(x, -MOST_EXPONENT), MOST_EXPONENT)
    power = int(x / LN2 + (0.5 if x >= 0 else -0.5))
    rest = (x - power * LN2_HIGH) - power * LN2_LOW
    total = 1.0
    for term in range(13, 0, -1):
        total = 1.0 + total * rest / term
    return ldexp(total, power)


@compiled()
def _middle(q):
    """Return the quantile of a probability of 0.5 + q, for q up to 0.425."""
    r = 0.180625 - q * q
    above = (
        ((2.5090809287301226727e3 * r + 3.3430575583588128105e4) * r + 6.7265770927008700853e4) * r
        + 4.5921953931549871457e4
    ) * r + 1.3731693765509461125e4
    above = (
        (above * r + 1.9715909503065514427e3) * r + 1.3314166789178437745e2
    ) * r + 3.3871328727963666080e0
    below = (
        ((5.2264952788528545610e3 * r + 2.8729085735721942674e4) * r + 3.9307895800092710610e4) * r
        + 2.1213794301586595867e4
    ) * r + 5.3941960214247511077e3
    below = ((below * r + 6.8718700749205790830e2) * r + 4.2313330701600911252e1) * r + 1.0
    return q * above / below


@compiled()
def _side(r):
    """Return the quantile's size where r, the root of -ln of the smaller probability, is up to 5."""
    r -= 1.6
    above = (
        ((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) * r
        + 1.27045825245236838258e0
    ) * r + 3.64784832476320460504e0
    above = (
        (above * r + 5.76949722146069140550e0) * r + 4.63033784615654529590e0
    ) * r + 1.42343711074968357734e0
    below = (
        ((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) * r
        + 1.48103976427480074590e-1
    ) * r + 6.89767334985100004550e-1
    below = ((below * r + 1.67638483018380384940e0) * r + 2.05319162663775882187e0) * r + 1.0
    return above / below


@compiled()
def _far_side(r):
    """Return the quantile's size where r is more than 5."""
    r -= 5.0
    above = (
        ((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) * r
        + 2.65321895265761230930e-2
    ) * r + 2.96560571828504891230e-1
    above = (
        (above * r + 1.78482653991729133580e0) * r + 5.46378491116411436990e0
    ) * r + 6.65790464350110377720e0
    below = (
        ((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) * r
        + 7.86869131145613259100e-4
    ) * r + 1.48753612908506148525e-2
    below = ((below * r + 1.36929880922735805310e-1) * r + 5.99832206555887937690e-1) * r + 1.0
    return above / below


@compiled()
def normal_quantile(p):
    """Return the standard normal quantile of a probability between 0 and 1, right to about 15 digits.

    Source: M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied
    Statistics 37 (1988), routine PPND16.
    """
    q = p - 0.5
    if abs(q) <= 0.425:
        return _middle(q)
    r = sqrt(-portable_log(p if q < 0 else 1.0 - p))
    size = _side(r) if r <= 5.0 else _far_side(r)
    return -size if q < 0 else size
