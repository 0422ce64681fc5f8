//! The rules of counting results and booking gold, over every database: real ones, and one in memory that is
//! nothing but its rows. What holds over all is said once, above them.

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
                    super::$test(&crate::common::bed::Bed::sqlite().open().await).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(&crate::common::bed::Bed::postgres().open().await).await;
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
