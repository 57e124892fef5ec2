import { pinyin } from 'pinyin-pro'

const HAN = /\p{Script=Han}/u

/**
 * The name as syllables and Latin words, lower case, without spaces and marks: '周雨桐' → zhou, yu, tong. The head is read
 * as a surname (单 shan, 解 xie, 曾 zeng, 仇 qiu, 区 ou, 尉迟 yuchi); ü is v, as it is typed (吕 lv).
 */
function syllables(name: string): string[] {
  const chunks = pinyin(name.trim(), {
    toneType: 'none',
    type: 'array',
    surname: 'head',
    v: true,
    nonZh: 'consecutive',
  })
  return chunks.flatMap((chunk) => chunk.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** The full pinyin of a name without spaces or tones: '周雨桐' → 'zhouyutong'. Latin letters and digits are kept. */
export function pinyinOf(name: string): string {
  return syllables(name).join('')
}

/** The first letter of each syllable or Latin word of a name: '周雨桐' → 'zyt', 'John Smith' → 'js'. */
export function pinyinInitials(name: string): string {
  return syllables(name)
    .map((syllable) => [...syllable][0])
    .join('')
}

/** A name as it may be searched: itself and, when it has Chinese characters, its pinyin and initials. */
function searchForms(text: string): string[] {
  return HAN.test(text) ? [text, pinyinOf(text), pinyinInitials(text)] : [text]
}

/**
 * The one search string of a patient for the trigram index: lower case, parts separated by single spaces, no part twice.
 * Name, full pinyin, initials, mobile, medical number, then aliases (former names, medical numbers before a merge), of
 * which the Chinese ones also get pinyin and initials.
 */
export function searchText(patient: {
  name: string
  mobile?: string | null
  medicalNumber?: string | null
  aliases?: readonly string[] | null
}): string {
  const { name, mobile, medicalNumber, aliases } = patient
  const parts = [name, pinyinOf(name), pinyinInitials(name), mobile ?? '', medicalNumber ?? '']
  const all = [...parts, ...(aliases ?? []).flatMap(searchForms)]
  const tidy = all.map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase())
  return [...new Set(tidy)].filter(Boolean).join(' ')
}
