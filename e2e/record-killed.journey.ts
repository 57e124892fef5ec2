import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { mortalBrowser } from './browser.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const WORDS = '右上后牙咬物痛三天，冷热刺激加重，夜间能入睡，未服药。'
/** From one key to the next, and how long after the last one it all goes dark. */
const KEY_MS = 80
const AFTER_MS = 2000
/** How long keys go on until it all goes dark between two of them, and how much of that may be missing. */
const ON_MS = 5_500
const LOST_MS = 1000

const field = '病情变化'

interface Draft {
  id: string
  before: string
  onServer: () => Promise<string>
}
/** A draft of the doctor, and what the server has of the field that is written in. */
async function draftOf(stack: Stack): Promise<Draft> {
  const { id } = await one<{ id: string }>(
    stack.owner,
    `select m.id from medical_record m
     join employee e on e.id = m.doctor_id join account a on a.id = e.account_id
     where a.login_name = 'tangrui' and m.status = 0 order by m.visit_time desc limit 1`,
    [],
  )
  const onServer = async () =>
    (
      await one<{ words: string }>(
        stack.owner,
        `select content->>'interval' as words from medical_record where id = $1`,
        [id],
      )
    ).words
  return { id, before: await onServer(), onServer }
}
/** The field of the record on the screen of its doctor. */
async function openField(browser: Browser, stack: Stack, id: string): Promise<{ page: Page; box: Locator }> {
  const { page } = await visit(browser, stack, { account: 'tangrui' })
  await page.goto(`/patientMedicalRecord?id=${id}`)
  const box = page.getByRole('textbox', { name: field, exact: true })
  await box.waitFor()
  await settled(page)
  return { page, box }
}

export const journeys: Journey[] = [
  {
    name: '普通病历：打字不停，中间被 kill -9，换一个浏览器打开，最多少最后一秒的字',
    async run({ browser, stack }) {
      const { id, before, onServer } = await draftOf(stack)
      const mortal = await mortalBrowser()
      const typed: { key: string; at: number }[] = []
      let saves = 0
      let darkAt = Infinity
      try {
        const { page, box } = await openField(mortal.browser, stack, id)
        page.on('request', (request) => {
          if (request.method() === 'POST' && request.url().includes('/clinic-medial/update')) saves += 1
        })
        await box.press('End')
        const from = performance.now()
        const keys = async () => {
          for (let no = 0; performance.now() < darkAt; no += 1) {
            const key = WORDS[no % WORDS.length] as string
            await page.keyboard.type(key)
            typed.push({ key, at: performance.now() })
            await rest(KEY_MS)
          }
        }
        // The last key meets a browser that is gone.
        const typing = keys().catch((error: unknown) => assert.ok(performance.now() >= darkAt, error as Error))
        await rest(ON_MS)
        darkAt = performance.now()
        await mortal.kill()
        await typing
        const pauses = typed.map(({ at }, index) => at - (typed[index - 1]?.at ?? from))
        assert.ok(Math.max(...pauses) < LOST_MS / 2, `typed without a pause: ${Math.max(...pauses).toFixed()} ms`)
      } finally {
        await mortal.kill()
      }
      const words = typed.map(({ key }) => key).join('')
      const due = typed.filter(({ at }) => at <= darkAt - LOST_MS).length
      const stored = await onServer()
      process.stdout.write(`      ${stored.length - before.length} of ${words.length} keys in ${saves} requests\n`)
      assert.ok((before + words).startsWith(stored), stored)
      assert.ok(stored.length - before.length >= due, `${due} keys are older than a second, ${stored} is there`)
      assert.ok(saves <= (ON_MS / LOST_MS) * 2, `${saves} requests`)
      const { box } = await openField(browser, stack, id)
      assert.equal(await box.inputValue(), stored)
    },
  },
  {
    name: '普通病历：写完一句，浏览器被 kill -9，换一个浏览器打开，字都在',
    async run({ browser, stack }) {
      const { id, before, onServer } = await draftOf(stack)
      const mortal = await mortalBrowser()
      try {
        const { box } = await openField(mortal.browser, stack, id)
        await box.press('End')
        await box.pressSequentially(WORDS, { delay: KEY_MS })
        await rest(AFTER_MS)
      } finally {
        await mortal.kill()
      }
      assert.equal(await onServer(), before + WORDS)
      const { box } = await openField(browser, stack, id)
      assert.equal(await box.inputValue(), before + WORDS)
    },
  },
]
