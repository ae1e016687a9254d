#include "binary/container/elf.h"

#include <gtest/gtest.h>

#include "elf_builder.h"

namespace whet {
namespace elf_test {

using test::append;
using test::BuiltSection;
using test::ElfBuilder;

std::string symbol(uint32_t name, uint8_t info, uint8_t other, uint16_t section, uint64_t value, uint64_t size) {
  std::string bytes;
  append(bytes, name);
  append(bytes, info);
  append(bytes, other);
  append(bytes, section);
  append(bytes, value);
  append(bytes, size);
  return bytes;
}

TEST(Elf, ReadsSectionsWithTheirContent) {
  const std::string file =
      ElfBuilder{.sections = {{".first", 1, "hello", 7, 9}, {".room", 8, "", 0, 0, 1 << 20}}}.build();
  const auto elf = read_elf(as_bytes(file));
  ASSERT_TRUE(elf.ok()) << elf.error().what;
  EXPECT_EQ(elf->machine, k_machine_cuda);
  EXPECT_EQ(elf->abi_version, 8);
  ASSERT_EQ(elf->sections.size(), 4u);
  EXPECT_EQ(elf->sections[1].name, ".first");
  EXPECT_EQ(as_text(elf->sections[1].content), "hello");
  EXPECT_EQ(elf->sections[1].link, 7u);
  EXPECT_EQ(elf->sections[1].info, 9u);
  EXPECT_EQ(elf->find(".room")->size, 1u << 20);
  EXPECT_TRUE(elf->find(".room")->content.empty());
  EXPECT_EQ(elf->find(".none"), nullptr);
}

TEST(Elf, ReadsSymbolsWithTheirNames) {
  const std::string file =
      ElfBuilder{
          .sections = {{".symtab", 2,
                        symbol(0, 0, 0, 0, 0, 0) + symbol(1, 0x12, 0x10, 3, 16, 32) + symbol(5, 1, 0, 0xfff1, 1, 2), 2},
                       {".strtab", 3, std::string("\0abc\0def\0", 9)}}}
          .build();
  const auto elf = read_elf(as_bytes(file));
  ASSERT_TRUE(elf.ok());
  const auto symbols = read_symbols(*elf);
  ASSERT_TRUE(symbols.ok());
  ASSERT_EQ(symbols->size(), 3u);
  EXPECT_EQ((*symbols)[1].name, "abc");
  EXPECT_EQ((*symbols)[1].type, k_symbol_function);
  EXPECT_EQ((*symbols)[1].other, 0x10);
  EXPECT_EQ((*symbols)[1].section, 3u);
  EXPECT_EQ((*symbols)[1].value, 16u);
  EXPECT_EQ((*symbols)[1].size, 32u);
  EXPECT_EQ((*symbols)[2].section, 0u) << "ABS is no section";
}

TEST(Elf, FindsTheSectionOfASymbolPastTheSixteenBitIndices) {
  std::string extended;
  append(extended, uint32_t{0});
  append(extended, uint32_t{70'000});
  const std::string file = ElfBuilder{
      .sections = {{".symtab", 2, symbol(0, 0, 0, 0, 0, 0) + symbol(0, 2, 0, 0xffff, 0, 0), 2},
                   {".strtab", 3, std::string("\0", 1)},
                   {".symtab_shndx", 18,
                    extended}}}.build();
  const auto elf = read_elf(as_bytes(file));
  ASSERT_TRUE(elf.ok());
  EXPECT_EQ(read_symbols(*elf).value()[1].section, 70'000u);
}

TEST(Elf, ReadsTheSectionCountOfHugeFilesFromTheNullSection) {
  std::string file = ElfBuilder{.sections = {{".first", 1, "hello"}}}.build();
  uint64_t table_at = 0;
  std::memcpy(&table_at, file.data() + 40, 8);
  const uint64_t count = 3;
  const uint32_t names_index = 2;
  std::memcpy(file.data() + table_at + 32, &count, 8);
  std::memcpy(file.data() + table_at + 40, &names_index, 4);
  file.replace(60, 4, std::string("\0\0\xff\xff", 4));  // e_shnum 0, e_shstrndx 0xffff
  const auto elf = read_elf(as_bytes(file));
  ASSERT_TRUE(elf.ok()) << elf.error().what;
  EXPECT_NE(elf->find(".first"), nullptr);
}

TEST(Elf, ReadsBothKindsOfRelocations) {
  std::string rel, rela;
  append(rel, uint64_t{0x20});
  append(rel, uint64_t{5} << 32 | 2);
  rela = rel;
  append(rela, int64_t{-8});
  const std::string file = ElfBuilder{
      .sections = {{".a", 1, "x"},
                   {".rel.a", 9, rel, 0, 1},
                   {".rela.a", 4, rela, 0, 1},
                   {".rela.b", 4, rela, 0,
                    7}}}.build();
  const auto elf = read_elf(as_bytes(file));
  const auto relocations = read_relocations(*elf, 1);
  ASSERT_TRUE(relocations.ok());
  ASSERT_EQ(relocations->size(), 2u);
  EXPECT_EQ((*relocations)[0].offset, 0x20u);
  EXPECT_EQ((*relocations)[0].symbol, 5u);
  EXPECT_EQ((*relocations)[0].type, 2u);
  EXPECT_EQ((*relocations)[0].addend, 0);
  EXPECT_EQ((*relocations)[1].addend, -8);
}

TEST(Elf, SaysWhatIsWrongWithAFileItCannotRead) {
  EXPECT_EQ(read_elf(as_bytes("#!/bin/sh")).error().what, "this is not an ELF file");
  std::string file = ElfBuilder{}.build();
  file[4] = 1;
  EXPECT_EQ(read_elf(as_bytes(file)).error().what, "the ELF file is not 64-bit little-endian");
}

TEST(Elf, RefusesASectionThatReachesPastTheEnd) {
  const std::string file = ElfBuilder{.sections = {{".text.k", 1, "x", 0, 0, 1'000'000}}}.build();
  const auto elf = read_elf(as_bytes(file));
  ASSERT_FALSE(elf.ok());
  EXPECT_EQ(elf.error().what,
            "the ELF file is damaged: section `.text.k` (1000000 bytes at 0x40) reaches past its end");
}

TEST(Elf, KeepsControlCharactersOfAFileOutOfItsMessages) {
  const std::string file = ElfBuilder{.sections = {{"\x1b[31m\n", 1, "x", 0, 0, 1'000'000}}}.build();
  EXPECT_EQ(read_elf(as_bytes(file)).error().what,
            "the ELF file is damaged: section `?[31m?` (1000000 bytes at 0x40) reaches past its end");
}

TEST(Elf, RefusesSectionsThatAllClaimTheSameBytes) {
  ElfBuilder builder;
  for (int i = 0; i < 100; ++i) builder.sections.push_back({".again", 1, "x", 0, 0, 5000});
  const std::string file = builder.build();
  const auto elf = read_elf(as_bytes(file));
  ASSERT_FALSE(elf.ok());
  EXPECT_NE(elf.error().what.find("claim far more"), std::string::npos) << elf.error().what;
}

TEST(Elf, RefusesANameNoCompilerMakes) {
  EXPECT_FALSE(read_elf(as_bytes(ElfBuilder{.sections = {{std::string(100'000, 'n'), 1, "x"}}}.build())).ok());
}

}  // namespace elf_test
}  // namespace whet
