//! The rules of counting results and booking gold, over every database: a real SQLite file, and one in memory that is
//! nothing but its rows. What holds over both is said once, above them.

mod bench;
mod ledger;
mod memory;
mod results;
mod weight;

/// Runs tests of the rules over every database.
macro_rules! over_every_database {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $test() {
                    let (_dir, store) = crate::common::store().await;
                    super::$test(&store).await;
                }
            )+
        }

        mod memory {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(&crate::rules::memory::MemoryStore::default()).await;
                }
            )+
        }
    };
}
pub(crate) use over_every_database;
