import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'
import { mortalBrowser } from './browser.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const WORDS = '右上后牙咬物痛三天，冷热刺激加重，夜间能入睡，未服药。'
/** From one key to the next, and how long after the last one it all goes dark. */
const KEY_MS = 80
const AFTER_MS = 2000

export const journeys: Journey[] = [
  {
    name: '普通病历：写完一句，浏览器被 kill -9，换一个浏览器打开，字都在',
    async run({ browser, stack }) {
      const { id } = await one<{ id: string }>(
        stack.owner,
        `select m.id from medical_record m
         join employee e on e.id = m.doctor_id join account a on a.id = e.account_id
         where a.login_name = 'tangrui' and m.status = 0 order by m.visit_time desc limit 1`,
        [],
      )
      const field = '病情变化'
      const typed = async (words: string): Promise<void> => {
        const mortal = await mortalBrowser()
        try {
          const { page } = await visit(mortal.browser, stack, { account: 'tangrui' })
          await page.goto(`/patientMedicalRecord?id=${id}`)
          const box = page.getByRole('textbox', { name: field, exact: true })
          await box.waitFor()
          await settled(page)
          await box.press('End')
          await box.pressSequentially(words, { delay: KEY_MS })
          await rest(AFTER_MS)
        } finally {
          await mortal.kill()
        }
      }
      const onServer = async () =>
        (
          await one<{ words: string }>(
            stack.owner,
            `select content->>'interval' as words from medical_record where id = $1`,
            [id],
          )
        ).words
      const before = await onServer()
      await typed(WORDS)
      assert.equal(await onServer(), before + WORDS)
      const { page } = await visit(browser, stack, { account: 'tangrui' })
      await page.goto(`/patientMedicalRecord?id=${id}`)
      const box = page.getByRole('textbox', { name: field, exact: true })
      await box.waitFor()
      assert.equal(await box.inputValue(), before + WORDS)
    },
  },
]
