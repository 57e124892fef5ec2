import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { today } from '@dentin/kit'
import type { Locator, Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { JOURNEY_NOW } from './stack.ts'
import { choose, lane, nurseOf, one, openNew } from './steps.ts'

const CLINIC = '望湖路门诊'

/** Fills what a new file needs at least. */
async function fillPatient(page: Page, name: string, mobile: string) {
  const dialog = await openNew(page, '添加患者')
  await dialog.getByRole('textbox', { name: '姓名', exact: true }).fill(name)
  await dialog.getByRole('radio', { name: '女', exact: true }).click()
  await dialog.getByRole('textbox', { name: '手机号', exact: true }).fill(mobile)
  await choose(dialog, '来源', '朋友介绍')
  return dialog
}

export const journeys: Journey[] = [
  {
    name: '平板转向：写到一半的建档和预约都还在',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      const turn = async (dialog: Locator, check: () => Promise<void>) => {
        for (const size of [
          { width: 820, height: 1180 },
          { width: 1180, height: 820 },
        ]) {
          await page.setViewportSize(size)
          await page.getByRole('navigation', { name: '主导航' }).waitFor()
          await dialog.waitFor()
          await check()
        }
      }
      await page.goto('/allTimePatients')
      const dialog = await fillPatient(page, '苏婉清', '13957120417')
      await turn(dialog, async () => {
        assert.equal(await dialog.getByRole('textbox', { name: '姓名', exact: true }).inputValue(), '苏婉清')
        assert.equal(await dialog.getByRole('textbox', { name: '手机号', exact: true }).inputValue(), '13957120417')
      })
      await page.goto('/myAppointmentBoard')
      await page.getByRole('region', { name: /预约板$/ }).waitFor()
      await page.keyboard.press('n')
      // Beside the board at the desk, a page of its own on the phone.
      const booking = page.locator('[data-book]')
      await booking.getByLabel('备注', { exact: true }).fill('门牙磕断，很着急')
      await turn(booking, async () =>
        assert.equal(await booking.getByLabel('备注', { exact: true }).inputValue(), '门牙磕断，很着急'),
      )
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '保存时断线：填写的内容都在，再次提交只有一份档案',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/allTimePatients')
      const dialog = await fillPatient(page, '苏婉清', '13957120417')
      const save = dialog.getByRole('button', { name: '建档', exact: true })

      // No network at all: nothing arrives.
      await context.setOffline(true)
      await save.click()
      await dialog.getByText(/填写的内容都在，再次提交不会重复建档/).waitFor()
      await context.setOffline(false)
      assert.equal((await stack.owner.query(`select id from patient where name = '苏婉清'`)).rowCount, 0)

      // The server got it, the answer is lost.
      await page.route(
        '**/patient-api/**',
        async (route) => {
          await route.fetch()
          await route.abort('connectionreset')
        },
        { times: 1 },
      )
      await save.click()
      await dialog.getByText(/填写的内容都在，再次提交不会重复建档/).waitFor()
      assert.equal((await stack.owner.query(`select id from patient where name = '苏婉清'`)).rowCount, 1)
      assert.equal(await dialog.getByRole('textbox', { name: '姓名', exact: true }).inputValue(), '苏婉清')
      assert.equal(await dialog.getByRole('textbox', { name: '手机号', exact: true }).inputValue(), '13957120417')

      await dialog.getByRole('button', { name: '重试' }).click()
      await page.waitForURL(/\/patientCenter\?id=/)
      const made = await one<{ id: string }>(stack.owner, `select id from patient where name = '苏婉清'`, [])
      assert.equal(new URL(page.url()).searchParams.get('id'), made.id)
    },
  },
  {
    name: '两个窗口修改同一份档案：两份内容并列，逐项选择，留下一份',
    async run({ browser, stack }) {
      const first = (await visit(browser, stack, { account: 'reception' })).page
      const second = (await visit(browser, stack, { account: 'admin', clinic: CLINIC })).page
      const { id } = await one<{ id: string }>(
        stack.owner,
        `select p.id from patient p join company c on c.tenant_id = p.tenant_id
         where c.is_chain and p.status = 0 and p.address is distinct from '' order by p.medical_number limit 1`,
        [],
      )
      const open = async (page: Page) => {
        await page.goto(`/patientCenter?id=${id}`)
        await settled(page)
        await page.getByRole('button', { name: '更多操作' }).click()
        await page.getByRole('menuitem', { name: '修改资料' }).click()
        const dialog = page.getByRole('dialog', { name: /^修改患者资料/ })
        await dialog.getByLabel('详细地址').waitFor()
        return dialog
      }
      const mine = await open(first)
      const theirs = await open(second)
      await theirs.getByLabel('详细地址').fill('湖滨路 8 号')
      await theirs.getByRole('button', { name: '保存', exact: true }).click()
      await second.getByText('修改成功').waitFor()
      await mine.getByLabel('详细地址').fill('延安路 21 号')
      await mine.getByLabel('备注', { exact: true }).fill('只在周末来')
      await mine.getByRole('button', { name: '保存', exact: true }).click()
      const both = first.getByRole('dialog', { name: '已被他人修改' })
      await both.getByText('延安路 21 号').waitFor()
      await both.getByText('湖滨路 8 号').waitFor()
      await settled(first)
      await both.getByRole('radio', { name: /地址：对方保存的$/ }).check()
      await both.getByRole('radio', { name: '备注：我填写的' }).check()
      await both.getByRole('button', { name: '按所选保存' }).click()
      await first.getByText('修改成功').waitFor()
      const kept = await one<{ address: string; remark: string }>(
        stack.owner,
        'select address, remark from patient where id = $1',
        [id],
      )
      assert.deepEqual(kept, { address: '湖滨路 8 号', remark: '只在周末来' })
    },
  },
  {
    name: '医生与护士同时写一份病历：后保存的看到两份，退回不丢字，逐段选择，留下一份',
    async run({ browser, stack }) {
      const { owner } = stack
      const { id, before } = await one<{ id: string; before: string }>(
        owner,
        `select m.id, m.content->>'pastHistory' as before from medical_record m
         join employee e on e.id = m.doctor_id join account a on a.id = e.account_id
         where a.login_name = 'tangrui' and m.status = 0 order by m.visit_time desc limit 1`,
        [],
      )
      const doctor = (await visit(browser, stack, { account: 'tangrui' })).page
      await nurseOf(stack.owner, 'nurse', 'tangrui')
      const nurse = (await visit(browser, stack, { account: 'nurse' })).page
      for (const page of [doctor, nurse]) {
        await page.goto(`/patientMedicalRecord?id=${id}`)
        await page.getByRole('textbox', { name: '病情变化' }).waitFor()
      }
      const write = async (page: Page, section: string, text: string) => {
        const field = page.getByRole('textbox', { name: section, exact: true })
        await field.fill(text)
        return field
      }
      // Both type; the doctor's is there first: what the nurse's page sends stays on the way.
      let arrive = () => {}
      const arrives = new Promise<void>((resolve) => (arrive = resolve))
      await nurse.route(/clinic-medial\/update$/, async (route) => {
        await arrives
        await route.continue()
      })
      await write(nurse, '病情变化', '护士：右下后牙刷牙出血两周')
      const complaint = await write(doctor, '病情变化', '医生：全口牙龈出血半年')
      await complaint.blur()
      await doctor.getByText(/已自动保存$/).waitFor()
      const answered = doctor.waitForResponse(/clinic-medial\/update$/)
      await (await write(doctor, '主诉', '牙龈出血半年')).blur()
      await answered
      const third = await one<{ version: number }>(owner, 'select version from medical_record where id = $1', [id])
      await nurse.getByRole('textbox', { name: '病情变化', exact: true }).blur()
      arrive()
      const both = nurse.getByRole('dialog', { name: '已被他人修改' })
      await both.getByText('护士：右下后牙刷牙出血两周', { exact: true }).waitFor()
      await both.getByText('医生：全口牙龈出血半年', { exact: true }).waitFor()
      // Both texts together are the third choice, and taken where both wrote.
      await both.getByText('医生：全口牙龈出血半年，护士：右下后牙刷牙出血两周').waitFor()

      // Back to the text: it is all there, and still after the page was loaded again.
      await nurse.keyboard.press('Escape')
      await both.waitFor({ state: 'detached' })
      const mine = nurse.getByRole('textbox', { name: '病情变化', exact: true })
      assert.equal(await mine.inputValue(), '护士：右下后牙刷牙出血两周')
      await nurse.getByRole('button', { name: '既往史', exact: true }).click()
      await (await write(nurse, '既往史', '高血压，服药控制')).blur()
      await nurse.getByText('未保存：已被唐睿修改').waitFor()
      await nurse.reload()
      await nurse.getByText(/^本机有一份 .+ 没有同步的内容$/).waitFor()
      assert.equal(await mine.inputValue(), '医生：全口牙龈出血半年')
      await nurse.getByRole('button', { name: '恢复', exact: true }).click()

      // Each section from the side that is chosen; what only the doctor changed is the doctor's unless said otherwise.
      await both.getByText('高血压，服药控制').waitFor()
      const side = (section: string, name: string) =>
        both.getByRole('radiogroup', { name: `${section}保留哪一份` }).getByRole('radio', { name, exact: true })
      assert.deepEqual(
        [
          await side('主诉', '对方的').isChecked(),
          await side('既往史', '我的').isChecked(),
          await side('病情变化', '合并').isChecked(),
        ],
        [true, true, true],
      )
      await side('病情变化', '对方的').click()
      await both.getByRole('button', { name: '按所选保留' }).click()
      await nurse.getByText(/已自动保存$/).waitFor()
      const kept = await one<{ version: number; complaint: string; illness: string; past: string }>(
        owner,
        `select version, content->>'chiefComplaint' as complaint, content->>'interval' as illness,
                content->>'pastHistory' as past from medical_record where id = $1`,
        [id],
      )
      assert.notEqual(before, kept.past)
      assert.deepEqual(kept, {
        version: third.version + 1,
        complaint: '牙龈出血半年',
        illness: '医生：全口牙龈出血半年',
        past: '高血压，服药控制',
      })
    },
  },
  {
    name: '店长导出患者列表：得到文件，留下日志；没有人时说明原因；前台没有这个按钮 [export-empty blob-files]',
    async run({ browser, stack }) {
      const logged = async () =>
        (
          await stack.owner.query<{ after: { rows: number; conditions: unknown; columns: string[] } }>(
            `select after from audit where entity = 'patient_list' and action = 'export' order by id`,
          )
        ).rows.map(({ after }) => after)
      const before = (await logged()).length
      for (const size of ['desktop', 'phone'] as const) {
        const { page, context } = await visit(browser, stack, { account: 'director', size })
        await page.goto('/allTimePatients?gender=1')
        await settled(page)
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: '导出', exact: true }).click(),
        ])
        assert.match(download.suggestedFilename(), /^患者列表-\d{8}-\d{4}\.xlsx$/)
        const bytes = await readFile(await download.path())
        assert.equal(bytes.subarray(0, 2).toString(), 'PK')
        await page.getByText('患者列表已导出', { exact: true }).waitFor()
        const last = (await logged()).at(-1)
        assert.deepEqual(last?.conditions, { gender: 1, status: 0 })
        assert.deepEqual(last.columns.slice(0, 4), ['姓名', '性别', '年龄', '出生日期'])
        assert.ok(last.rows > 0)

        await page.goto('/allTimePatients?q=查无此人')
        await settled(page)
        await page.getByRole('button', { name: '导出', exact: true }).click()
        await page.getByText('未传入任何内容', { exact: true }).waitFor()
        await context.close()
      }
      assert.equal((await logged()).length, before + 2)

      const { page } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/allTimePatients')
      await settled(page)
      assert.equal(await page.getByRole('button', { name: '导出', exact: true }).count(), 0)
    },
  },
  {
    name: '两个标签页：一个切换门诊，另一个得到通知，不会写进别的门诊',
    async run({ browser, stack }) {
      const { page: first, context } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await first.goto('/allTimePatients')
      const told = await context.newPage()
      await told.goto('/allTimePatients')
      // This tab hears nothing of the switch and sends what it has.
      const deaf = await context.newPage()
      await deaf.addInitScript(() => {
        window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)
      })
      await deaf.goto('/allTimePatients')
      const dialog = await fillPatient(deaf, '韦清越', '13957120433')
      await first.getByRole('button', { name: /^当前门诊/ }).click()
      await first.getByRole('menuitem', { name: /城西门诊/ }).click()
      await first.getByRole('button', { name: /^当前门诊 城西门诊/ }).waitFor()

      await told.getByText('已在其他标签页切换门诊或重新登录，页面已刷新').waitFor()
      await told.getByRole('button', { name: /^当前门诊 城西门诊/ }).waitFor()

      // Any other request of this tab may learn of the switch first; then the dialog is gone before it is sent.
      const sent = await dialog
        .getByRole('button', { name: '建档', exact: true })
        .click({ timeout: 4000 })
        .then(
          () => true,
          () => false,
        )
      if (sent) await deaf.getByText(/^已在其他标签页切换门诊/).waitFor()
      await deaf.getByRole('button', { name: /^当前门诊 城西门诊/ }).waitFor()
      const made = await stack.owner.query(`select id from patient where name = '韦清越'`)
      assert.equal(made.rowCount, 0)
    },
  },
  {
    name: '只用键盘：/ 找患者，方向键选中，向右键打开档案',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/dashboard')
      await lane(page, '候诊').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('chen')
      const options = page.getByRole('listbox', { name: '搜索患者' }).getByRole('option')
      await options.nth(1).waitFor()
      await page.keyboard.press('ArrowDown')
      const chosen = page.getByRole('option', { selected: true })
      const name = (await chosen.locator('b').first().innerText()).trim()
      assert.equal(await chosen.innerText(), await options.nth(1).innerText())
      await page.keyboard.press('ArrowRight')
      await page.waitForURL(/\/patientCenter\?id=/)
      await page.getByText(name, { exact: true }).first().waitFor()
    },
  },
  {
    name: '过敏写在就诊中的卡片上；档案的每一页只有一处红色',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'xumingzhe' })
      const { id, history } = await one<{ id: string; history: string }>(
        stack.owner,
        `select p.id, p.allergy_history as history from registration r join patient p on p.tenant_id = r.tenant_id and p.id = r.patient_id
           join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id join account a on a.id = e.account_id
         where r.reg_date = '2026-11-20' and r.status = 3 and p.allergy_flag = 1 and a.login_name = 'xumingzhe'`,
        [],
      )
      await page.goto('/doctorIndex')
      await page.getByRole('list', { name: '提示' }).getByText(`${history}过敏`).first().waitFor()
      for (const tab of ['overview', 'resource']) {
        await page.goto(`/patientCenter?id=${id}&tab=${tab}`)
        await settled(page)
        await page.getByText(`${history}过敏`).first().waitFor()
        assert.equal(await page.getByText(`${history}过敏`).count(), 1)
        assert.equal(await page.locator('b.danger').count(), 0)
      }
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '医生停止接诊：提示还有谁在候诊，再继续接诊',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'xumingzhe' })
      const stopped = async () =>
        (
          await one<{ registration_status: number }>(
            stack.owner,
            `select s.registration_status from employee_clinic s
             join employee e on e.id = s.employee_id join account a on a.id = e.account_id
             where a.login_name = 'xumingzhe'`,
            [],
          )
        ).registration_status
      await page.goto('/doctorIndex')
      await page.getByRole('switch', { name: '接诊中，按下停止接诊' }).click()
      await page.getByText('停止接诊', { exact: true }).waitFor()
      const left = page.getByRole('dialog', { name: /^已停止接诊，还有 \d+ 位患者在候诊$/ })
      await left.getByText('陈国栋').waitFor()
      assert.equal(await stopped(), 1)
      await left.getByRole('button', { name: '暂不转' }).click()
      await page.getByRole('switch', { name: '已停诊，按下继续接诊' }).click()
      await page.getByText('继续接诊', { exact: true }).waitFor()
      await page.getByRole('switch', { name: '接诊中，按下停止接诊' }).waitFor()
      assert.equal(await stopped(), 0)

      // Stopped again: this time whoever waits goes to a colleague in one step (S11).
      const waitingOf = async (name: string) =>
        (
          await one<{ n: number }>(
            stack.owner,
            `select count(*)::int as n from registration r
             join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id
             where e.name = $1 and r.reg_date = $2::date and r.status in (1, 2)`,
            [name, today(JOURNEY_NOW)],
          )
        ).n
      const [mine, theirs] = [await waitingOf('许明哲'), await waitingOf('顾清妍')]
      assert.ok(mine > 0)
      await page.getByRole('switch', { name: '接诊中，按下停止接诊' }).click()
      await choose(left, '转给', '顾清妍')
      await left.getByRole('button', { name: `转给医生（${mine}）` }).click()
      await page.getByText(`${mine} 位患者已转给 顾清妍`).waitFor()
      assert.deepEqual([await waitingOf('许明哲'), await waitingOf('顾清妍')], [0, theirs + mine])
    },
  },
  {
    name: '「𬌗」用随产品发布的字形显示，不是缺字方框',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'xumingzhe' })
      await page.goto('/myTemplete')
      await settled(page)
      const seen = await page.evaluate(async () => {
        const family = getComputedStyle(document.body).fontFamily
        const faces = await document.fonts.load(`14px ${family}`, '𬌗')
        // The character, the same without our font, and a code point that no font has.
        const [glyph, foreign, box] = [
          [family, '𬌗'],
          ['monospace', '𬌗'],
          [family, '\u{3FFFD}'],
        ].map(([font, text]) => {
          const canvas = document.createElement('canvas')
          canvas.width = 48
          canvas.height = 48
          const pen = canvas.getContext('2d') as CanvasRenderingContext2D
          pen.font = `40px ${font}`
          pen.fillText(text as string, 4, 40)
          return pen
            .getImageData(0, 0, 48, 48)
            .data.filter((_, n) => n % 4 === 3)
            .join()
        }) as [string, string, string]
        return {
          faces: faces.map((face) => face.family.replaceAll(/['"]/g, '')),
          ready: document.fonts.check(`14px ${family}`, '𬌗'),
          isBox: glyph === box || glyph === foreign,
          isEmpty: !/[1-9]/.test(glyph),
        }
      })
      assert.deepEqual(seen, { faces: ['Dentin Glyph'], ready: true, isBox: false, isEmpty: false })
    },
  },
]
