//! The operations and members of the service, as botocore describes them.

/// A line for each operation, and one for each member of its request: the operation and the path of the member.
const TEXT: &str = include_str!("service.txt");

pub(crate) struct Service {
    /// The names of all operations, in alphabetical order.
    pub(crate) operations: Vec<&'static str>,
    /// Operations and paths of members.
    members: Vec<(&'static str, &'static str)>,
}

impl Service {
    pub(crate) fn read() -> Self {
        let lines = || TEXT.lines().filter(|line| !line.starts_with('#'));
        let mut operations: Vec<_> = lines().filter(|line| !line.contains(' ')).collect();
        operations.sort_unstable();
        Self { operations, members: lines().filter_map(|line| line.split_once(' ')).collect() }
    }

    /// The paths of the members of a request.
    pub(crate) fn members_of(&self, operation: &str) -> Vec<&'static str> {
        let members = self.members.iter().filter(|(other, _)| *other == operation);
        members.map(|(_, path)| *path).collect()
    }
}
