import type { ConsentContent, ConsentTemplateContent } from '@dentin/contract/consent'
import { consentBlocks } from '@dentin/contract/consent'

/** What the texts of a consent are filled with, by the name of the variable. */
export type Known = Readonly<Record<string, string>>
/** Where nothing is known the doctor writes it in. */
const BLANK = '＿＿＿＿'

const DENIED = /^(无|否认|没有|未)/

/** Which of a risk's words the file says, and in which of its texts; null when none, or when it denies them. */
function saidOf(words: readonly string[], file: readonly string[]): string | null {
  const parts = file.flatMap((text) => text.split(/[、，,；;。\n]+/).map((part) => part.trim()))
  return parts.find((part) => !DENIED.test(part) && words.some((word) => part.includes(word))) ?? null
}

const fill = (text: string, known: Known): string =>
  text.replaceAll(/\{([^{}]{1,8})\}/g, (all, name: string) => (name in known ? known[name] || BLANK : all))

/** A text for one patient: variables filled in, risks of the file ticked with what ticked them. */
export function fillConsent(
  title: string,
  template: ConsentTemplateContent,
  who: ConsentContent['who'],
  known: Known,
  file: readonly string[],
): ConsentContent {
  const blocks = Object.fromEntries(
    consentBlocks.map(({ key }) => [key, fill(template[key], known).slice(0, 1500)]),
  ) as Pick<ConsentContent, (typeof consentBlocks)[number]['key']>
  return {
    title,
    who,
    clinicName: known.门诊 ?? '',
    doctorName: known.医生 ?? '',
    ...blocks,
    ownRisks: template.ownRisks.map(({ name, text, words }) => {
      const said = saidOf(words, file)
      return { name, text, ticked: said !== null, because: said === null ? '' : `档案：${said}`.slice(0, 60) }
    }),
    ticks: template.ticks.map((text) => ({ text, ticked: false })),
    declaration: fill(template.declaration, known).slice(0, 500),
    handSentence: fill(template.handSentence, known).slice(0, 60),
  }
}
