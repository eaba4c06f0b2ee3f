"""What every game's rules model shares: frozen, strict about names, plain in its errors."""

from collections.abc import Mapping
from typing import Any, Self, get_args

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator
from pydantic.fields import FieldInfo

from simulation.errors import GamegaugeError
from simulation.numbers import parse_whole


class RulesModel(BaseModel):
    """Base of a game's rules: one field a switch, each with a ``rule`` id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _read(cls, value: Any, info: Any) -> Any:
        if cls.model_fields[info.field_name].annotation is int:
            return parse_whole(value)
        return value.strip() if isinstance(value, str) else value

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return the rules with some switches set.

        Raises
        ------
        GamegaugeError
            For no mapping, an unknown switch, or a value outside its range.
        """
        if not isinstance(values, Mapping):
            raise GamegaugeError(
                f"rules {values!r} cannot be used; allowed: switches with values, as {{'NAME': 1}}"
            )
        for name in values:
            if name not in cls.model_fields:
                raise GamegaugeError(f"unknown rule {name!r}; allowed: {', '.join(cls.model_fields)}")
        try:
            return cls(**values)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            raise GamegaugeError(
                f"rule {name}={values[name]} cannot be played; allowed: {cls.allowed(name)}"
            ) from None

    @classmethod
    def allowed(cls, name: str) -> str:
        """Return the range of a switch in words, as "1 to 1000" or "true or false"."""
        field = cls.model_fields[name]
        if field.annotation is bool:
            return "true or false"
        if options := get_args(field.annotation):
            return " or ".join(options)
        return f"a whole number from {_bound(field, 'ge')} to {_bound(field, 'le')}"

    @classmethod
    def rule_id(cls, name: str) -> str:
        """Return the id of the rule that a switch belongs to, as "KN-5"."""
        extra = cls.model_fields[name].json_schema_extra
        return str(extra["rule"]) if isinstance(extra, dict) else ""

    def changes(self) -> dict[str, Any]:
        """Return the switches that are not at their default."""
        return {
            name: value
            for name, value in self.model_dump().items()
            if value != type(self).model_fields[name].default
        }


def _bound(field: FieldInfo, name: str) -> int:
    return next(int(getattr(item, name)) for item in field.metadata if hasattr(item, name))
