// Files of other versions, and files that are no store.
#include "sample.h"
#include "store/schema.h"
#include "util/hash.h"

namespace whet::store::test {

class Migrations : public StoreTest {
 protected:
  void SetUp() override { must(prepare(project(), files)); }
  Database database() { return must(Database::open(project().database(), OpenMode::create)); }
  std::string file_hash() { return sha256_hex(must(files.read(project().database()))); }
};

// As version 1 wrote it: no speed beside a candidate, no memory.
constexpr const char* k_version_1_content = R"sql(
INSERT INTO runs VALUES (1, 'p', 'k', 'k', 'cuda:0', 'H200', '580', '13.0', 'measured', 5, '{}', 'finished', 10, 20, 1, 2, 'done');
INSERT INTO rounds VALUES (1, 1, NULL, 'tuner', 'finished');
INSERT INTO sources VALUES (1, 'hash', 'text');
INSERT INTO candidates VALUES (1, 1, 0, 1, 1, '{}', '', '[]', '', NULL, 'compared', 'same', '');
INSERT INTO candidates VALUES (2, 1, 1, 2, 1, '{"TILE":32}', '', '[]', '', 1, 'compared', 'faster', '');
INSERT INTO candidates VALUES (3, 1, 1, 3, 1, '{"TILE":64}', '', '[]', '', 1, 'compared', 'invalid', 'too fast');
INSERT INTO measurements VALUES (1, 2, 'a', 'screen', NULL, 9, 9, 9, 9, 9, 9, 'measured', 0, '[]', 1);
INSERT INTO measurements VALUES (2, 2, 'a', 'comparison', 1, 0.5, 0.4, 0.6, 2.0, 1.9, 2.1, 'measured', 0, '[]', 1);
INSERT INTO measurements VALUES (3, 2, 'b', 'comparison', 1, 0.7, 0.6, 0.8, 1.5, 1.4, 1.6, 'measured', 0, '[]', 1);
INSERT INTO measurements VALUES (4, 3, 'a', 'comparison', 1, 1e-9, 1e-9, 1e-9, 999, 999, 999, 'measured', 0, '[]', 1);
)sql";

TEST_F(Migrations, AFreshStoreIsOfTheNewestVersion) {
  open();
  EXPECT_EQ(must(database().integer("PRAGMA user_version")), newest_version());
}

TEST_F(Migrations, Version1KeepsEverythingAndGetsTheSpeedOfItsCandidates) {
  {
    Database old = database();
    must(migrate(old, 1));
    must(old.run_script(k_version_1_content));
  }
  Store store = open();
  const auto run = must(store.run(1));
  EXPECT_EQ(run.champion, 2);
  EXPECT_EQ(run.stop_reason, "done");
  const CandidateRecord winner = must(store.candidate_record(2));
  ASSERT_TRUE(winner.candidate.speedup);
  EXPECT_EQ(winner.candidate.speedup->value, 1.5) << "its slowest case, and no screening";
  EXPECT_EQ(winner.candidate.speedup->low, 1.4);
  EXPECT_EQ(winner.candidate.seconds, 0.7);
  EXPECT_EQ(winner.measurements.size(), 3u);
  EXPECT_EQ(winner.source, "text");
  EXPECT_FALSE(must(store.candidate(3)).speedup) << "an invalid time counts for nothing";
  EXPECT_EQ(must(store.candidates(1, {.order = CandidatePage::Order::speed})).size(), 1u);
  must(store.remember({.kernel = {"p", "k"}, .tried = "x", .outcome = "faster", .run = 1}));
  EXPECT_EQ(must(store.lessons_of({"p", "k"})).size(), 1u);
}

TEST_F(Migrations, WhatVersion2CouldNotDecideIsUndecided) {
  {
    Database old = database();
    must(migrate(old, 1));
    must(old.run_script(k_version_1_content));
    must(migrate(old, 2));
    must(old.run_script(R"sql(
INSERT INTO attributions VALUES (1, 2, 'tunable', 'noise', 1.01, 0.97, 1.05, 'ineffective', '');
INSERT INTO attributions VALUES (2, 2, 'tunable', 'same', 1.0, 0.998, 1.002, 'ineffective', '');
INSERT INTO attributions VALUES (3, 2, 'tunable', 'worse', 0.9, 0.88, 0.92, 'ineffective', '');
INSERT INTO attributions VALUES (4, 2, 'tunable', 'better', 1.2, 1.1, 1.3, 'effective', '');
INSERT INTO attributions VALUES (5, 2, 'method', 'untimed', NULL, NULL, NULL, 'not implemented', '');
)sql"));
  }
  Store store = open();
  std::vector<PartVerdict> verdicts;
  for (const Attribution& each : must(store.candidate_record(2)).attributions) verdicts.push_back(each.verdict);
  EXPECT_EQ(verdicts, (std::vector{PartVerdict::undecided, PartVerdict::ineffective, PartVerdict::ineffective,
                                   PartVerdict::effective, PartVerdict::not_implemented}));
}

TEST_F(Migrations, AMigratedFileHasTheTablesOfAFreshOne) {
  const auto tables = [](Database& from) {
    std::string all;
    Statement statement = must(from.query("SELECT name, type FROM sqlite_schema ORDER BY name"));
    while (must(statement.step())) all += statement.text(0) + " " + statement.text(1) + "\n";
    return all;
  };
  Database stepwise = database();
  for (int version = 1; version <= newest_version(); ++version) must(migrate(stepwise, version));
  Database fresh = must(Database::open(directory.path("fresh.db"), OpenMode::create));
  must(migrate(fresh));
  EXPECT_EQ(tables(stepwise), tables(fresh));
}

TEST_F(Migrations, ANewerStoreIsRefusedAndLeftUntouched) {
  open();
  must(database().run_script("PRAGMA user_version = 99"));
  const std::string before = file_hash();
  const auto store = Store::open(project(), files);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(store.error().what, "the store is of version 99, this whet knows up to 4");
  EXPECT_EQ(store.error().where, project().database());
  EXPECT_EQ(file_hash(), before);
}

TEST_F(Migrations, TheDatabaseOfAnotherProgramIsNotAdopted) {
  must(database().run_script("CREATE TABLE photos (name TEXT)"));
  const std::string before = file_hash();
  const auto store = Store::open(project(), files);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().what, "this file is a database, but not a whet store");
  EXPECT_EQ(file_hash(), before);
}

TEST_F(Migrations, AFileThatIsNoDatabaseIsNamed) {
  must(files.write(project().database(), std::string(5000, 'x')));
  const auto store = Store::open(project(), files);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::bad_input);
  EXPECT_NE(store.error().what.find("this file is not a whet store"), std::string::npos) << store.error().what;
  EXPECT_EQ(store.error().where, project().database());
}

TEST_F(Migrations, AnEmptyFileIsANewStore) {
  must(files.write(project().database(), ""));
  EXPECT_TRUE(must(open().runs()).empty());
}

TEST_F(Migrations, WhatNoWhetWroteIsAnErrorNotAGuess) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  must(database().run("UPDATE runs SET state = 'dancing'"));
  const auto read = store.run(run);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, "the store holds an unknown value: `dancing`");
}

}  // namespace whet::store::test
