//! A bot as named on the command line: a built-in opponent or a program.

use crate::cli::built_in::BuiltIn;

/// The prefix of built-in opponents.
const BUILT_IN: &str = "builtin:";

/// A bot of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// Its name in reports and game files, unique in a match.
    pub name: String,
    /// Who decides.
    pub player: Player,
}

/// Who decides for a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// An opponent of this program.
    BuiltIn(BuiltIn),
    /// A program with its arguments, which speaks the protocol.
    Program(Vec<String>),
}

impl Player {
    /// Returns how a built-in opponent is named among bots.
    pub fn built_in(name: &str) -> String {
        format!("{BUILT_IN}{name}")
    }

    /// Parses `builtin:master:60` or the command of a program, split into words like in a shell.
    pub fn parse(text: &str) -> Result<Player, String> {
        if let Some(name) = text.strip_prefix(BUILT_IN) {
            return BuiltIn::parse(name).map(Player::BuiltIn);
        }
        let words = shlex::split(text).ok_or_else(|| format!("`{text}` has a quote that does not end"))?;
        match words.is_empty() {
            true => Err("the command of a bot is empty".to_owned()),
            false => Ok(Player::Program(words)),
        }
    }
}

/// The bots of a match. The name of a bot is its given name or else its command; a second bot with the same
/// command gets `#2`.
pub fn with_names(commands: &[String], names: &[String]) -> Result<Vec<Bot>, String> {
    if !names.is_empty() && names.len() != commands.len() {
        return Err(format!("{} names are given for {} bots", names.len(), commands.len()));
    }
    let mut bots: Vec<Bot> = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let player = Player::parse(command)?;
        let plain = match &player {
            Player::BuiltIn(built_in) => built_in.to_string(),
            Player::Program(_) => command.trim().to_owned(),
        };
        let is_taken = |name: &str| bots.iter().any(|bot| bot.name == name);
        let name = match names.get(index) {
            Some(given) if is_taken(given) => return Err(format!("two bots are named `{given}`")),
            Some(given) => given.clone(),
            None if is_taken(&plain) => {
                (2..).map(|number| format!("{plain}#{number}")).find(|name| !is_taken(name)).unwrap_or(plain)
            }
            None => plain,
        };
        bots.push(Bot { name, player });
    }
    Ok(bots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_has_a_name_of_its_own() {
        let commands = ["builtin:greedy", "python3 'my bot.py'", "builtin:greedy", "builtin:greedy"];
        let bots = with_names(&commands.map(str::to_owned), &[]).unwrap();
        let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
        assert_eq!(names, ["greedy", "python3 'my bot.py'", "greedy#2", "greedy#3"]);
        let words = ["python3", "my bot.py"].map(str::to_owned).to_vec();
        assert_eq!(bots[1].player, Player::Program(words));
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let two = &commands.map(str::to_owned)[..2];
        assert_eq!(with_names(two, &names(&["a", "b"])).unwrap()[1].name, "b");
        assert!(with_names(two, &names(&["a"])).unwrap_err().contains("1 names are given for 2 bots"));
        assert!(with_names(two, &names(&["a", "a"])).unwrap_err().contains("two bots are named `a`"));
        assert!(Player::parse("builtin:nobody").is_err());
        assert!(Player::parse("python3 'x").is_err());
        assert!(Player::parse("  ").is_err());
    }
}
