import assert from 'node:assert/strict'
import { s4Depth, s4Depths, s4Bleeding, s4Margins, s4Plaque, s4Recession, s4Start } from '@dentin/clinical/perio/s4'
import { stopsOf } from '@dentin/clinical/perio/sites'
import type { Journey } from './journeys.ts'
import { isKept, settled, told } from './page.ts'
import {
  begin,
  byKeypad,
  byLetters,
  depthAt,
  isS4,
  open,
  reaches,
  recogniser,
  saved,
  shot,
  somebody,
  stored,
  table,
  type,
} from './perio.ts'
import { becomes, one } from './steps.ts'
import type { Page } from 'playwright-core'

export const journeys: Journey[] = [
  {
    name: '牙周 S4：键盘录入 168 点，深度与出血 ≤ 210 键、全部 ≤ 360 键，数值准确；诊断、存快照、再次检查对比、打印',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, problems } = await open(browser, stack)
      await begin(page, stack, who, '2026-05-12')
      const depths = s4Depth(true).flatMap(byLetters)
      const margins = s4Margins().flatMap(byLetters)
      const first = depths.filter((key) => key !== 'KeyL').length
      assert.ok(first <= 210 && depths.length + margins.length <= 360, `${first} ${depths.length + margins.length}`)
      await type(page, depths)
      await type(page, margins)
      await isS4(page)
      await page.screenshot({ path: shot('s4') })

      const diagnosis = page.getByRole('region', { name: '诊断' })
      await diagnosis.getByRole('button', { name: '是，问病情' }).click()
      const asked = page.getByRole('dialog', { name: '牙周诊断' })
      await asked.getByLabel('最重处骨吸收').fill('40')
      await asked.getByText('Ⅲ 期　B 级　广泛型').waitFor()
      await page.screenshot({ path: shot('diagnosis') })
      await asked.getByRole('button', { name: '保存诊断' }).click()
      await asked.waitFor({ state: 'detached' })
      await diagnosis.getByText('最重牙间附着丧失 8 mm（41）', { exact: false }).waitFor()
      await page.getByRole('button', { name: '按探诊填' }).click()
      await page.getByRole('button', { name: 'S1 右上后：刮治' }).waitFor()
      await saved(page)
      await page.getByRole('button', { name: '保存快照' }).click()
      await told(page, /已存为快照/)
      await page.getByRole('link', { name: '打印牙周检查' }).waitFor()
      await settled(page)
      await page.screenshot({ path: shot('snapshot') })

      await page.getByRole('link', { name: '打印牙周检查' }).click()
      await page.getByText('检查日期 2026-05-12').waitFor()
      await settled(page)
      for (const words of ['25.0%（42/168）', '3.08 mm', 'Ⅲ 期　B 级　广泛型', '许明哲', '，第 1 次'])
        await page.getByText(words, { exact: false }).first().waitFor()
      await page.screenshot({ path: shot('print'), fullPage: true })
      await page.pdf({ path: shot('print').replace('.png', '.pdf'), preferCSSPageSize: true, printBackground: true })

      // Six months on: nothing of the old figures stands in the new chart; deeper and shallower is told site by site.
      await begin(page, stack, who, '2026-11-20')
      assert.equal(await stored(stack, who), 0)
      const some = s4Depth(false).slice(0, 30)
      await type(page, some.flatMap(byLetters))
      await saved(page)
      await page.getByText('与 5月12日 对比').click()
      await page.getByText('5月12日 → 11月20日').waitFor()
      await settled(page)
      await page.screenshot({ path: shot('compare') })
      await page.getByText('差值图').click()
      const both = some.filter(({ kind }) => kind === 'digit').length
      await page.getByText(`比 ${both} 位点`).waitFor()
      await page.getByText(`只比两次都测过的（${both} / 168）`).waitFor()
      await settled(page)
      await page.screenshot({ path: shot('difference') })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '牙周 S4：只用小键盘，一只手',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page } = await open(browser, stack)
      await begin(page, stack, who, '2026-11-20')
      await type(page, [...s4Depth(true), ...s4Margins()].flatMap(byKeypad))
      await isS4(page)
      await saved(page)
      await reaches(stack, who, 168)
    },
  },
  {
    name: '牙周 S4：听写，声音不出设备；浏览器不能在本机识别又没允许送出时没有按钮',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const bare = await open(browser, stack)
      await bare.page.addInitScript({ content: recogniser('unavailable') })
      await begin(bare.page, stack, who, '2026-11-20')
      assert.equal(await bare.page.getByRole('button', { name: '开始听写' }).count(), 0)
      await bare.context.close()

      const { page } = await open(browser, stack)
      await page.addInitScript({ content: recogniser('available') })
      const record = await one<{ id: string }>(
        stack.owner,
        `select record_id as id from perio_draft where patient_id = $1`,
        [who.patient],
      )
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      await page.getByRole('button', { name: '开始听写' }).click()
      const digits = ['零', '一', '二', '三', '四', '五', '六']
      const recession = new Map(s4Recession.map(([tooth, side, mm]) => [`${tooth}${side}`, mm]))
      const missing = new Set(Object.keys(s4Start))
      let index = 0
      const said = stopsOf('snake').flatMap(({ tooth, side }) => {
        if (missing.has(tooth)) return []
        const gone = recession.get(`${tooth}${side}`)
        const words = [0, 1, 2].map(() => {
          const word = `${digits[s4Depths[index] ?? 0]}${s4Bleeding[index] ? '出血' : ''}${s4Plaque(index) ? '菌斑' : ''}${gone ? `退缩${digits[gone]}` : ''}`
          index += 1
          return word
        })
        return [words.join(' ')]
      })
      await page.evaluate((utterances) => {
        const { standIn } = window as unknown as {
          standIn: { processLocally: boolean; onresult: (event: unknown) => void }
        }
        if (!standIn.processLocally) throw new Error('the sound would leave the device')
        for (const transcript of utterances)
          standIn.onresult({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript } }] })
      }, said)
      await isS4(page, { margins: false })
      await table(page).focus()
      await type(page, ['KeyG', 'Digit0', 'Digit0', 'Enter'])
      await isS4(page)
      await page.evaluate(() => {
        const { standIn } = window as unknown as { standIn: { onresult: (event: unknown) => void } }
        standIn.onresult({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript: '跳到五一' } }] })
      })
      await page.getByText('「跳到」后面说两位牙号').waitFor()
      // Silence is not the end: it goes on as long as it is wanted, and no longer.
      const starts = (ends: boolean) =>
        page.evaluate((over) => {
          const { standIn } = window as unknown as { standIn: { starts: number; onend: () => void } }
          if (over) standIn.onend()
          return standIn.starts
        }, ends)
      assert.equal(await starts(true), 2)
      await page.getByRole('button', { name: '停止听写' }).click()
      await page.getByRole('button', { name: '开始听写' }).waitFor()
      assert.equal(await starts(true), 2)
    },
  },
  {
    name: '牙周：先记什么是本人的习惯，换遍不改它；记完一遍按 Enter 到下一遍',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page } = await open(browser, stack)
      await begin(page, stack, who, '2026-11-20')
      const checked = (name: string) => page.getByRole('radio', { name, exact: true, checked: true }).waitFor()
      const choose = async (name: string) => {
        await page.getByRole('button', { name: '蛇形' }).click()
        const answer = page.waitForResponse((each) => each.url().includes('/perio-chart/way'))
        await page.getByRole('menuitem', { name }).click()
        await answer
      }
      await choose('只记龈缘')
      await checked('龈缘')
      // Another pass meanwhile is for now.
      await table(page).focus()
      await type(page, ['KeyQ', 'KeyD'])
      await checked('深度')
      const next = await somebody(stack)
      await begin(page, stack, next, '2026-11-21')
      await checked('龈缘')
      await choose('先深度后龈缘')
      await begin(page, stack, await somebody(stack), '2026-11-22')
      await checked('深度')
      await type(
        page,
        s4Depths.map((mm) => `Digit${mm}`),
      )
      await page.getByText('这一遍记完了　Enter 记龈缘').waitFor()
      await page.screenshot({ path: shot('rounds') })
      await type(page, ['Enter'])
      await checked('龈缘')
    },
  },
  {
    name: '牙周：第 90 点断网，继续录、刷新，全部还在；恢复后同步一次',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, context } = await open(browser, stack, { worker: true })
      await begin(page, stack, who, '2026-11-20')
      await becomes(() => isKept(page), true)
      await table(page).focus()
      const digits = s4Depths.map((mm) => `Digit${mm}`)
      await type(page, digits.slice(0, 60))
      await saved(page)
      await reaches(stack, who, 60)
      // A page that is loaded anew may be on the net for a moment before it is cut off.
      const cells = '**/emr-api/perio-chart/cells'
      await context.route(cells, (route) => route.abort())
      await context.setOffline(true)
      await type(page, digits.slice(60, 90))
      await page.getByText('检查未同步，已保存在本机').first().waitFor()
      await page.reload()
      await table(page).waitFor()
      await page.getByRole('region', { name: '位点深度' }).getByText('90 位点，28 牙').waitFor()
      await page.screenshot({ path: shot('offline') })
      assert.equal(await stored(stack, who), 60)
      await context.unroute(cells)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await told(page, /已同步 30 格/)
      await saved(page)
      await reaches(stack, who, 90)
    },
  },
  {
    name: '牙周：两个窗口，别人的格子加入，同一格要问；拒绝的写在格子旁；副屏跟着走',
    alone: true,
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, context } = await open(browser, stack)
      const record = await begin(page, stack, who, '2026-11-20')
      const other = (await open(browser, stack)).page
      await other.goto(`/patientMedicalRecord?id=${record}`)
      await table(other).waitFor()
      await settled(other)
      await table(other).focus()
      await type(page, ['Digit3', 'Digit4', 'Digit5'])
      const depths = (of: Page) => of.getByRole('region', { name: '位点深度' })
      await depths(other).getByText('3 位点，28 牙').waitFor({ timeout: 3000 })
      await type(other, ['KeyT', 'Digit3', 'Digit6', 'Digit6', 'Digit5', 'Digit5'])
      await depths(page).getByText('6 位点，28 牙').waitFor({ timeout: 3000 })

      const [screen] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: '副屏' }).click(),
      ])
      await screen.getByRole('heading', { level: 1 }).waitFor()
      await settled(screen)
      await table(page).focus()
      await type(page, ['Digit7'])
      await screen.getByText('2 处').first().waitFor({ timeout: 1000 })
      await screen.setViewportSize({ width: 1280, height: 800 })
      await screen.screenshot({ path: shot('screen') })

      // The window in which is typed is loaded anew: the second screen finds it again.
      await page.reload()
      await table(page).waitFor()
      await settled(page)
      await table(page).focus()
      await type(page, ['KeyT', 'Digit1', 'Digit1', 'Digit8'])
      await screen.getByText('3 处').first().waitFor({ timeout: 2000 })

      // The same cell, while one of them is cut off: both are asked about, none is lost.
      await context.setOffline(true)
      await type(page, ['KeyT', 'Digit4', 'Digit6', 'Digit9'])
      await page.getByText('检查未同步，已保存在本机').first().waitFor()
      await type(other, ['KeyT', 'Digit4', 'Digit6', 'Digit2'])
      await saved(other)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      const asks = page.getByRole('alert').filter({ hasText: '改成了' })
      await asks.getByText('您记的是').waitFor()
      await page.screenshot({ path: shot('asks') })
      // The question is answered where the hands are.
      await type(page, ['KeyY'])
      await saved(page)
      const values = await Promise.all([0, 1, 2, 3, 4, 5].map((site) => depthAt(stack, who, '46', site)))
      assert.deepEqual(
        values.filter((mm) => mm !== null),
        [9],
      )
      // A tooth that is gone is gone in the mouth too, without waiting for the text of the record.
      await type(page, ['KeyT', 'Digit2', 'Digit7', 'KeyX'])
      await page.getByText('口腔里也记 27 缺失吗？').waitFor()
      await type(page, ['KeyY'])
      const marked = `select exists (select 1 from medical_record where id = $1 and content -> 'toothMarks' @> $2) as done`
      const gone = JSON.stringify([{ tooth: '27', condition: 'missing' }])
      await becomes(async () => (await one<{ done: boolean }>(stack.owner, marked, [record, gone])).done, true)
      // What can't be is told beside its cell, and nothing is recorded.
      await type(page, ['KeyT', 'Digit1', 'Digit6', 'Equal', 'Digit6'])
      await page.getByRole('alert').getByText('探诊深度应在 0 到 15 mm 之间').waitFor()
    },
  },
]
