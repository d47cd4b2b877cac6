//! Serialisation of what a derived implementation would get wrong, with the feature `serde`.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use crate::level::Level;

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::from_id(&id).copied().ok_or_else(|| {
            let ids = Self::ALL.map(|level| level.id).join(", ");
            D::Error::custom(format!("there is no level '{id}'; the levels are {ids}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use crate::{Config, Level, Limits};

    #[test]
    fn a_level_is_its_name() {
        let hard = Level::from_id("hard").unwrap();
        assert_eq!(serde_json::to_string(hard).unwrap(), r#""hard""#);
        assert_eq!(serde_json::from_str::<Level>(r#""hard""#).unwrap(), *hard);
        let error = serde_json::from_str::<Level>(r#""harder""#).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "there is no level 'harder'; the levels are novice, learner, beginner,"
            ),
            "{error}"
        );
    }

    #[test]
    fn how_to_search_is_written_and_read_back_without_the_instant() {
        let config = Config { threads: 2, seed: 7, ..Config::default() };
        assert_eq!(
            serde_json::from_str::<Config>(&serde_json::to_string(&config).unwrap()).unwrap(),
            config
        );
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::simulations(500) };
        let read: Limits = serde_json::from_str(&serde_json::to_string(&limits).unwrap()).unwrap();
        assert_eq!(read, Limits::simulations(500));
    }
}
