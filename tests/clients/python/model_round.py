"""Whether `tests/api/service.txt` has the operations and members that botocore knows. UPDATE_EXPECT=1 writes it."""

import os
import pathlib
import unittest

import botocore
import botocore.session

PATH = pathlib.Path(__file__).parents[2] / "api" / "service.txt"

HEAD = f"""\
# Operations and members of requests of the APIs DynamoDB and DynamoDB Streams (2012-08-10).
# Source: the service models of botocore {botocore.__version__}. `tests/clients/python/model_round.py` compares them.
# The parts of an attribute value are left out.
"""


def paths(shape, outer, within=()):
    """The paths of all members of a structure."""
    if shape.name == "AttributeValue" or shape.name in within:
        return
    if shape.type_name == "structure":
        for name, member in shape.members.items():
            path = f"{outer}.{name}" if outer else name
            yield path
            yield from paths(member, path, (*within, shape.name))
    elif shape.type_name == "list":
        yield from paths(shape.member, outer, within)
    elif shape.type_name == "map":
        yield from paths(shape.value, outer, within)


def lines():
    session = botocore.session.get_session()
    for interface in ("dynamodb", "dynamodbstreams"):
        model = session.get_service_model(interface, api_version="2012-08-10")
        for name in sorted(model.operation_names):
            yield name
            shape = model.operation_model(name).input_shape
            for path in paths(shape, "") if shape else ():
                yield f"{name} {path}"


class Model(unittest.TestCase):
    def test_the_list_is_that_of_botocore(self):
        found = HEAD + "".join(f"{line}\n" for line in lines())
        if os.environ.get("UPDATE_EXPECT"):
            PATH.write_text(found)
        self.assertEqual(PATH.read_text(), found)
