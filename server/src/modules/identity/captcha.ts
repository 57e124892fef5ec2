import { randomInt } from 'node:crypto'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'

/** Capital letters and digits that nobody mistakes for one another: no 0 O Q D, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V. Any casing is taken. */
const LETTERS = '34679ACEFHJKMNPRTWXY'
const LENGTH = 4
const MINUTES = 5
/** Twice the size at which the sign-in page shows it. */
const WIDTH = 208
const HEIGHT = 76

/** The library's types leave out that the module itself draws a text that is given. */
const drawCaptcha = svgCaptcha as unknown as (text: string, options: svgCaptcha.ConfigObject) => string

/** What the last captchas said, for a test that signs in as a person would: it puts a map here. Nobody else does. */
export const captchaProbe: { answers: Map<string, string> | null } = { answers: null }

const answerHash = (id: string, answer: string) => hashToken(`${id}:${answer.trim().toLowerCase()}`)

/** A captcha to be solved. */
export interface Captcha {
  id: string
  answer: string
  /** PNG as a data address. */
  image: string
}

/** Two inks of the product. */
const INKS = ['#0a7a6e', '#3a4845'] as const

/** The library's letters are hollow; a thick line in the letter's own ink closes them so that a person can read them. */
function embolden(svg: string): string {
  return svg.replace(/<path fill="#[0-9a-f]+"/gi, () => {
    const ink = INKS[randomInt(INKS.length)] as string
    return `<path stroke="${ink}" stroke-width="3" stroke-linejoin="round" fill="${ink}"`
  })
}

/** Draws a captcha. Nothing is stored yet: drawing is slow and must not hold a connection. */
export async function makeCaptcha(): Promise<Captcha> {
  const answer = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] as string).join('')
  const svg = embolden(
    drawCaptcha(answer, { width: WIDTH, height: HEIGHT, fontSize: 68, noise: 2, color: false, background: '' }),
  )
  const png = await sharp(Buffer.from(svg))
    .flatten({ background: '#f1f4f3' })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return { id: uuidv7(), answer, image: `data:image/png;base64,${png.toString('base64')}` }
}

/** Keeps what the captcha says, as a hash, for five minutes. */
export async function storeCaptcha(tx: PlatformTx, captcha: Captcha): Promise<void> {
  captchaProbe.answers?.set(captcha.id, captcha.answer)
  await tx.rows(
    keptSql`insert into captcha (id, purpose, answer_hash, expires_at, created_at)
        values (${captcha.id}, 'image', ${answerHash(captcha.id, captcha.answer)}, ${minutesFrom(tx.realNow, MINUTES)}, ${tx.realNow})`,
  )
}

/** Takes a captcha away, right or wrong, and says whether the answer was right. It can't be tried twice. */
export async function spendCaptcha(tx: PlatformTx, id: string, answer: string): Promise<boolean> {
  const row = await tx.row<{ answer_hash: string; expires_at: Date }>(
    keptSql`delete from captcha where id = ${id} and purpose = 'image' returning answer_hash, expires_at`,
  )
  return row !== undefined && row.expires_at > tx.realNow && row.answer_hash === answerHash(id, answer)
}

/** What somebody who has shown the password and has several clinics holds until one is chosen. */
export interface ClinicTicket {
  accountId: string
  keep: boolean
}

/** A ticket that is good once, for five minutes. */
export async function issueTicket(tx: PlatformTx, ticket: ClinicTicket): Promise<string> {
  const id = uuidv7()
  const secret = newToken()
  await tx.rows(
    keptSql`insert into captcha (id, purpose, subject, answer_hash, expires_at, created_at)
        values (${id}, 'clinic-ticket', ${`${ticket.accountId}:${ticket.keep ? 'keep' : 'day'}`}, ${hashToken(secret)},
          ${minutesFrom(tx.realNow, MINUTES)}, ${tx.realNow})`,
  )
  return `${id}.${secret}`
}

/** Takes the ticket away and says whose it was; null when it is used up, too old or none at all. */
export async function spendTicket(tx: PlatformTx, ticket: string): Promise<ClinicTicket | null> {
  const [id, secret] = ticket.split('.')
  if (!id || !secret || !/^[0-9a-f-]{36}$/.test(id)) return null
  const row = await tx.row<{ subject: string; answer_hash: string; expires_at: Date }>(
    keptSql`delete from captcha where id = ${id} and purpose = 'clinic-ticket' returning subject, answer_hash, expires_at`,
  )
  if (!row || row.expires_at <= tx.realNow || row.answer_hash !== hashToken(secret)) return null
  const [accountId, kind] = row.subject.split(':') as [string, string]
  return { accountId, keep: kind === 'keep' }
}

function minutesFrom(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
