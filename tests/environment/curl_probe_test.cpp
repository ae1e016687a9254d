#include "environment/curl_probe.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace curl_probe_test {

using test::FakeMachine;

const char* version_8() {
  return "libcurl/8.14.1 OpenSSL/3.5.1 zlib/1.3.1";
}
const char* bare_version() {
  return "libcurl";
}

void install(FakeMachine& fake, const std::string& name, const char* (*version)(),
             const char* function = "curl_multi_perform") {
  fake.libraries.install(
      name, {{"curl_version", reinterpret_cast<void*>(version)}, {function, reinterpret_cast<void*>(version)}});
}

TEST(CurlProbe, IsFoundWithItsVersionAndWhatItWasBuiltWith) {
  FakeMachine fake;
  install(fake, "libcurl.so.4", version_8);
  const Probe probe = curl_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.version, "8.14.1");
  EXPECT_EQ(probe.detail, "OpenSSL/3.5.1 zlib/1.3.1");
  EXPECT_EQ(probe.path, "libcurl.so.4");
  EXPECT_EQ(probe.mend, "");
}

TEST(CurlProbe, TheOneWithGnutlsWillDo) {
  FakeMachine fake;
  install(fake, "libcurl-gnutls.so.4", bare_version);
  const Probe probe = curl_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.version, "");
}

TEST(CurlProbe, MissingItSaysWhatIsLostAndHowToGetIt) {
  FakeMachine fake;
  const Probe probe = curl_probe(fake.machine, fake.host());
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.lost, "no language model behind a server is asked; commands (--mind exec:...) still are");
  EXPECT_EQ(probe.mend, "sudo apt-get install libcurl4");
}

TEST(CurlProbe, AnotherLibraryOfItsNameIsOfNoUse) {
  FakeMachine fake;
  install(fake, "libcurl.so.4", version_8, "something_else");
  EXPECT_EQ(curl_probe(fake.machine, fake.host()).status, ProbeStatus::missing);
}

}  // namespace curl_probe_test
}  // namespace whet
