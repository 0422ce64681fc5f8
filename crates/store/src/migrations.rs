//! The steps that bring a database to the schema of this version.
//!
//! They are listed here because sqlx's own macro would compile both databases a second time, for the compiler's use.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// The name of each step in a folder of `migrations`, with what it does.
macro_rules! steps {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        migrator(&[$(($name, include_str!(concat!("../migrations/", $folder, "/", $name, ".sql")))),+])
    };
}

/// The steps of a SQLite file.
#[cfg(feature = "sqlite")]
pub fn sqlite() -> Migrator {
    steps!("sqlite":
        "0001_house",
        "0002_accounts_and_results",
        "0003_ledger",
        "0004_invitations",
        "0005_chat",
        "0006_probe",
        "0007_results",
        "0008_tidying",
        "0009_rows",
        "0010_sleep",
        "0011_notices",
        "0012_looks",
        "0013_live_log",
        "0014_admin",
        "0015_runs",
        "0016_rating_curve",
        "0017_long_rows",
        "0018_history_by_game",
    )
}

/// The steps of a PostgreSQL database.
#[cfg(feature = "postgres")]
pub fn postgres() -> Migrator {
    steps!("postgres":
        "0001_house",
        "0002_admin",
        "0003_runs",
        "0004_rating_curve",
        "0005_owners",
        "0006_rivals_in_order",
        "0007_history_by_game",
    )
}

/// Steps numbered in the order in which they are listed.
fn migrator(steps: &[(&'static str, &'static str)]) -> Migrator {
    let migration = |(version, (name, sql)): (i64, &(&'static str, &'static str))| {
        let description = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_').replace('_', " ");
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(steps).map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[cfg(all(feature = "sqlite", feature = "postgres"))]
    #[tokio::test]
    async fn the_lists_name_every_file() {
        let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        for (folder, listed) in [("sqlite", sqlite()), ("postgres", postgres())] {
            let steps = |migrator: &Migrator| {
                let step = |step: &Migration| (step.version, step.description.clone(), step.checksum.clone());
                migrator.iter().map(step).collect::<Vec<_>>()
            };
            let found = Migrator::new(migrations.join(folder)).await.unwrap();
            assert_eq!(steps(&listed), steps(&found), "{folder}");
        }
    }
}
