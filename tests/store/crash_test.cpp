// A writer that is killed at any moment: the file stays whole, and what was acknowledged is there.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <thread>

#include "sample.h"
#include "store/schema.h"

namespace whet::store::test {

class Crashes : public StoreTest {
 protected:
  struct Acknowledged {
    CandidateId candidate = 0;
    CandidateState state = CandidateState::proposed;
  };

  // Writes until it dies; says what is done after it is done.
  [[noreturn]] void write_forever(int acknowledgements) {
    Store store = open();
    RunLock lock = must(store.lock(k_softmax));
    const RunId run = must(store.begin_run(sample_run(), lock));
    const auto done = [&](CandidateId id, CandidateState state) {
      const Acknowledged record{id, state};
      (void)!::write(acknowledgements, &record, sizeof record);
    };
    for (int i = 0;; ++i) {
      const std::string source(1 + i % 5000, 'x');
      const CandidateId id = must(store.add_candidate({.run = run, .round = i / 8}, source));
      done(id, CandidateState::proposed);
      must(store.record(id, {.state = CandidateState::compiled, .builds = {sample_build()}}));
      done(id, CandidateState::compiled);
      must(store.record(id, compared("faster", 1 + i % 7)));
      done(id, CandidateState::compared);
    }
  }

  // Kills it a moment after so many acknowledgements, whatever it is doing then.
  std::vector<Acknowledged> write_and_kill(size_t acknowledgements, std::chrono::microseconds moment) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    EXPECT_GT(::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20), 0);
    const pid_t child = ::fork();
    if (child == 0) write_forever(ends[1]);
    ::close(ends[1]);
    std::vector<Acknowledged> all;
    const auto read_one = [&] {
      Acknowledged record;
      const bool is_there = ::read(ends[0], &record, sizeof record) == static_cast<ssize_t>(sizeof record);
      if (is_there) all.push_back(record);
      return is_there;
    };
    while (all.size() < acknowledgements && read_one()) {
    }
    std::this_thread::sleep_for(moment);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (read_one()) {
    }
    ::close(ends[0]);
    return all;
  }

  std::string integrity() {
    Database database = must(Database::open(project().database(), OpenMode::existing));
    Statement statement = must(database.query("PRAGMA integrity_check"));
    EXPECT_TRUE(must(statement.step()));
    Statement keys = must(database.query("PRAGMA foreign_key_check"));
    EXPECT_FALSE(must(keys.step()));
    return statement.text(0);
  }
};

TEST_F(Crashes, KilledFiftyTimesNothingAcknowledgedIsLost) {
  open();
  std::mt19937 random(20);
  size_t acknowledged = 0;
  for (int i = 0; i < 50; ++i) {
    const auto done = write_and_kill(random() % 60, std::chrono::microseconds(random() % 20'000));
    acknowledged += done.size();
    Store store = open();
    for (const auto& [id, state] : done) {
      const auto candidate = store.candidate(id);
      ASSERT_TRUE(candidate) << "round " << i;
      ASSERT_GE(candidate->state, state);
    }
    if (!done.empty()) {
      const CandidateRecord last = must(store.candidate_record(done.back().candidate));
      EXPECT_EQ(last.builds.size(), last.candidate.state >= CandidateState::compiled ? 1u : 0u);
      EXPECT_EQ(last.measurements.size(), last.candidate.state == CandidateState::compared ? 1u : 0u);
    }
    for (const auto& run : must(store.runs())) EXPECT_EQ(run.state, RunState::interrupted);
    ASSERT_EQ(integrity(), "ok");
  }
  EXPECT_GT(acknowledged, 1000u) << "the writers hardly wrote";
}

TEST_F(Crashes, KilledWhileTheStoreIsMadeOrMigratedItOpensAgain) {
  must(prepare(project(), files));
  {
    Database old = must(Database::open(project().database(), OpenMode::create));
    must(migrate(old, 1));
    must(old.run_script(
        "INSERT INTO runs VALUES (1,'p','k','k','d','g','d','t','measured',5,'{}','stopped',1,2,NULL,NULL,'');"
        "INSERT INTO sources VALUES (1,'h','t');"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO candidates SELECT i,1,0,i,1,'{}','','[]','',NULL,'compared','faster','' FROM n;"
        "INSERT INTO measurements SELECT id,id,'a','comparison',1,1,1,1,2,2,2,'measured',0,'[]',1 "
        "FROM candidates;"));
  }
  std::mt19937 random(3);
  const std::string original = must(files.read(project().database()));
  for (int i = 0; i < 15; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      open();
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    {
      Store store = open();
      ASSERT_EQ(must(store.candidates(1, {.order = CandidatePage::Order::speed, .limit = -1})).size(), 3000u);
    }
    ASSERT_EQ(integrity(), "ok");
    must(files.write(project().database(), original));
  }
}

}  // namespace whet::store::test
