import assert from 'node:assert/strict'
import { amountInWords } from '@dentin/kit/amount-in-words'
import { fenToYuan, formatYuan, subtract, yuanToFen } from '@dentin/kit/money'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { cardOf, choose, lane, laneCount, one, openNew, typeTime } from './steps.ts'

const NAME = '周启明'
const DOCTOR = '许明哲'
const CLINIC = '望湖路门诊'
/** What the other window must show without being asked. */
const LIVE = { timeout: 2_000 }

export const journeys: Journey[] = [
  {
    name: '门诊的一天：建档、预约、拖动改时、签到、叫号、病历、签名、收费单、混合收款、收据、离开，两个窗口同时更新',
    alone: true,
    async run({ browser, stack }) {
      const { owner } = stack
      const { page: desk, problems: seenAtDesk } = await visit(browser, stack, { account: 'reception' })
      const { page: doctor, problems: seenByDoctor } = await visit(browser, stack, {
        account: 'xumingzhe',
        clinic: CLINIC,
      })

      // A new file.
      await desk.goto('/dashboard')
      await lane(desk, '候诊').waitFor()
      let dialog = await openNew(desk, '添加患者')
      await dialog.getByRole('textbox', { name: '姓名', exact: true }).fill(NAME)
      await dialog.getByRole('radio', { name: '男', exact: true }).click()
      await dialog.getByRole('textbox', { name: '手机号' }).fill('13957188206')
      await choose(dialog, '来源', '朋友介绍')
      await dialog.getByRole('button', { name: '建档', exact: true }).click()
      await desk.waitForURL(/\/patientCenter\?id=/)
      const patient = await one<{ id: string; gender: number }>(
        owner,
        'select id, gender from patient where name = $1 and mobile = $2',
        [NAME, '13957188206'],
      )
      assert.equal(patient.gender, 0)

      // An appointment by the pane, moved on the board.
      await desk.goto('/myAppointmentBoard')
      dialog = await openNew(desk, '新建预约')
      await dialog.getByRole('group', { name: '患者' }).getByRole('combobox').fill('zqm')
      await desk.getByRole('option', { name: NAME }).click()
      await choose(dialog, '医生', DOCTOR)
      await dialog.getByLabel('时长').fill('15')
      await typeTime(dialog, '17:00')
      await dialog.getByRole('button', { name: /^更多/ }).click()
      await dialog.getByLabel('内容').fill('补牙')
      await dialog.getByRole('button', { name: '保存并发短信' }).click()
      await desk.getByText('预约成功').waitFor()
      const booked = await one<{ id: string; minute: string }>(
        owner,
        `select id, to_char(starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as minute from appointment where patient_id = $1`,
        [patient.id],
      )
      assert.equal(booked.minute, '17:00')
      const card = desk.locator(`[data-card="${booked.id}"]`)
      await card.scrollIntoViewIfNeeded()
      const box = await card.boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + 6]
      await desk.mouse.move(x, y)
      await desk.mouse.down()
      await desk.mouse.move(x, y + 9, { steps: 3 })
      await desk.mouse.move(x, y + 18, { steps: 3 })
      const answered = desk.waitForResponse(/appointment\/clinic\/move$/)
      await desk.mouse.up()
      await desk.getByRole('button', { name: new RegExp(`${NAME} .*17:15–17:30`) }).waitFor()
      await answered
      const moved = await one<{ minute: string }>(
        owner,
        `select to_char(starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as minute from appointment where id = $1`,
        [booked.id],
      )
      assert.equal(moved.minute, '17:15')

      // There: the doctor's desk shows the patient by itself.
      await doctor.goto('/doctorIndex')
      const queue = doctor.getByRole('region', { name: '我的候诊' })
      await queue.waitFor()
      await desk.goto('/dashboard')
      await lane(desk, '待到店').waitFor()
      await desk.getByText(/^\d\d:\d\d 以后还有 \d+ 人$/).click()
      const waiting = await laneCount(desk, '候诊')
      await cardOf(desk, '待到店', NAME).getByRole('button', { name: '签到' }).click()
      await queue.getByRole('button', { name: NAME, exact: true }).waitFor(LIVE)
      await cardOf(desk, '候诊', NAME).waitFor()
      assert.equal(await laneCount(desk, '候诊'), waiting + 1)

      // Called and begun: the lanes of the front desk move.
      const row = queue.locator('[data-row]').filter({ hasText: NAME })
      await row.getByRole('button', { name: '叫号' }).click()
      await cardOf(desk, '候诊', NAME).getByText('已叫号').waitFor(LIVE)
      await row.getByRole('button', { name: '开始' }).click()
      await doctor.getByRole('dialog').getByText('过敏史不详，请询问').waitFor()
      await doctor.getByRole('button', { name: '已知晓，开始就诊' }).click()
      await doctor
        .getByRole('alertdialog', { name: /^医生正在诊治 .+，确定再开始一位？$/ })
        .getByRole('button', { name: '开始' })
        .click()
      await cardOf(desk, '就诊中', NAME).waitFor(LIVE)
      assert.equal(await laneCount(desk, '候诊'), waiting)

      // The record: tooth, template, diagnosis, item of the price list, signature, bill.
      await doctor
        .getByRole('article')
        .filter({ has: doctor.getByRole('button', { name: NAME, exact: true }) })
        .getByRole('link', { name: '写病历' })
        .click()
      const chart = doctor.getByRole('region', { name: '牙位图' })
      await chart.getByRole('option', { name: /^36 / }).click()
      await chart.getByText('已选 36').waitFor()
      await doctor.getByRole('group', { name: '标记牙位' }).getByRole('button', { name: /^龋/ }).click()
      await doctor.getByTitle('插入「复合树脂充填」').first().click()
      await doctor.getByText('已插入「复合树脂充填」').waitFor()
      assert.equal(await doctor.getByRole('textbox', { name: '主诉' }).inputValue(), '36充填体脱落，要求补牙。')
      await doctor.getByRole('textbox', { name: '现病史' }).fill('三天前咬硬物后充填体脱落，无自发痛')
      await doctor.getByRole('textbox', { name: '既往史' }).fill('否认')
      await doctor.getByRole('textbox', { name: '过敏史' }).fill('否认')
      const diagnosis = doctor.getByRole('region', { name: '诊断' })
      await diagnosis.getByTitle('重新选择诊断').click()
      await diagnosis.getByRole('combobox', { name: '诊断第 1 行' }).fill('K04.0')
      await doctor
        .getByRole('option', { name: /^K04\.0/ })
        .first()
        .click()
      const price = doctor.getByRole('combobox', { name: '处置第 1 行的收费项目' })
      await doctor.getByRole('textbox', { name: '处置第 1 行' }).click()
      await price.fill('根尖片')
      await doctor
        .getByRole('option', { name: /^根尖片/ })
        .first()
        .click()
      await doctor.getByRole('spinbutton', { name: '根尖片的数量' }).waitFor()
      await doctor.getByRole('button', { name: '签名并锁定' }).click()
      await doctor.getByText('已签名并锁定').waitFor()
      await doctor.getByRole('button', { name: '生成收费单' }).click()
      await doctor.getByText(/^已生成收费单 .+，前台可见$/).waitFor()
      const record = await one<{ status: number; diagnosis: string; teeth: string; marked: string }>(
        owner,
        `select m.status, m.diagnosis_text as diagnosis, m.teeth,
                (select string_agg(c.tooth || c.condition, ',') from tooth_condition c where c.patient_id = m.patient_id) as marked
         from medical_record m where m.patient_id = $1`,
        [patient.id],
      )
      assert.deepEqual(record, { status: 2, diagnosis: '牙髓炎', teeth: '36', marked: '36caries' })
      await doctor.goto('/doctorIndex')
      await doctor
        .getByRole('article')
        .filter({ has: doctor.getByRole('button', { name: NAME, exact: true }) })
        .getByRole('button', { name: '诊毕' })
        .click()

      // Charged with two methods, one of them with change.
      const due = cardOf(desk, '待收费', NAME)
      await due.waitFor(LIVE)
      const bill = await one<{ id: string; sum: string; lines: number }>(
        owner,
        `select b.id, b.receivable_amount as sum, (select count(*) from bill_item i where i.bill_id = b.id) as lines
         from bill b where b.patient_id = $1`,
        [patient.id],
      )
      assert.equal(bill.lines, 3)
      const sum = yuanToFen(bill.sum)
      await due.getByText(formatYuan(sum)).waitFor()
      await due.getByRole('button', { name: '收费' }).click()
      const payment = desk.getByRole('region', { name: '收款' })
      await payment.getByText(formatYuan(sum), { exact: true }).first().waitFor()
      await payment.getByRole('button', { name: '微信' }).click()
      await payment.getByLabel('微信金额').fill('200.00')
      await payment.getByRole('button', { name: '现金' }).click()
      const cash = subtract(sum, yuanToFen('200.00'))
      assert.equal(await payment.getByLabel('现金金额').inputValue(), fenToYuan(cash))
      await payment.getByLabel('收到现金').fill('500.00')
      const change = fenToYuan(subtract(yuanToFen('500.00'), cash))
      await payment.getByText(`找零 ${change}`).waitFor()
      const receipt = desk.context().waitForEvent('page')
      await payment.getByRole('button', { name: `收款 ${formatYuan(sum)}` }).click()
      await payment
        .getByRole('status')
        .filter({ hasText: `找零 ${change}` })
        .waitFor()
      const paper = await receipt
      await paper.getByText(`实收大写：${amountInWords(sum)}`).waitFor()
      await paper.getByText('现金 收 500.00').waitFor()
      await paper.close()
      const paid = await owner.query(
        `select m.code, p.amount, p.tendered_amount as tendered, p.change_amount as change, b.status
         from bill_payment p join bill b on b.id = p.bill_id join pay_method m on m.id = p.pay_method_id
         where p.bill_id = $1 order by m.code`,
        [bill.id],
      )
      assert.deepEqual(paid.rows, [
        { code: 'cash', amount: fenToYuan(cash), tendered: '500.00', change, status: 3 },
        { code: 'wechat', amount: '200.00', tendered: null, change: '0.00', status: 3 },
      ])

      // Gone: one visit, one record, one bill, every step with its time.
      await desk.goto('/dashboard')
      await cardOf(desk, '待收费', NAME).getByText('已收费').waitFor()
      await cardOf(desk, '待收费', NAME).getByRole('button', { name: '离开' }).click()
      await desk.getByText(`${NAME} 已离开`).waitFor()
      await cardOf(desk, '待收费', NAME).waitFor({ state: 'detached' })
      const gone = await one<{ status: number; complete: boolean; appointment: number }>(
        owner,
        `select r.status, a.status as appointment,
                r.reg_time <= r.call_time and r.call_time <= t.start_time and t.start_time <= t.end_time
                and t.end_time <= r.charge_time and r.charge_time <= r.leave_time as complete
         from registration r
         join treatment t on t.registration_id = r.id join appointment a on a.id = r.appointment_id
         where r.patient_id = $1`,
        [patient.id],
      )
      assert.deepEqual(gone, { status: 6, appointment: 5, complete: true })
      assert.deepEqual([...seenAtDesk, ...seenByDoctor], [])
    },
  },
]
