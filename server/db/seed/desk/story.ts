import { contract, type WireInput } from '@dentin/contract'
import { builtInTemplate } from '@dentin/contract/print-template'
import {
  addDays,
  addMonths,
  fen,
  fenToYuan,
  formatDate,
  planInstalments,
  timesShares,
  uuidv7,
  yuanToFen,
  type Fen,
  type LocalDate,
} from '@dentin/kit'
import type { Random } from '../random.ts'
import type { DeskClinic, Person } from './clinics.ts'
import type { Desk } from './desk.ts'

/** So many months before the present are closed. */
const CLOSED_MONTHS = 5
/** Posts of which somebody confirms the own pay. */
const PAID_POSTS = ['医生', '护士', '咨询师'] as const
const ORTHODONTIC = '金属自锁托槽矫治'
const WAYS = [
  ['wechat', 55],
  ['alipay', 25],
  ['bank_card', 20],
] as const
/** How much happens in a clinic, the largest first. */
const SHARES = [
  { plans: 14, cards: 30, visitors: 12, refunds: 18, fixes: 4, invoices: 22 },
  { plans: 10, cards: 20, visitors: 8, refunds: 12, fixes: 3, invoices: 9 },
  { plans: 8, cards: 15, visitors: 5, refunds: 10, fixes: 2, invoices: 4 },
  { plans: 8, cards: 15, visitors: 5, refunds: 8, fixes: 2, invoices: 4 },
] as const
const ITEMS = ['全口超声洁治', '单面复合树脂充填', '双面复合树脂充填', '喷砂洁治', '玻璃离子充填'] as const
const REASONS = ['患者改变主意，不做了', '方案调整', '收费有误', '疗程中止'] as const

/** Who issues, and to which firms; the numbers are made up, with a true check. */
const SELLER = { taxNo: '91330106MA27XYCQ57', name: '杭州青禾口腔门诊部有限公司' }
const FIRMS = [
  { title: '杭州云栖信息技术有限公司', taxNo: '91330106MA2CG4L7XR' },
  { title: '浙江钱潮机电设备有限公司', taxNo: '91330109MA28K3TR55' },
  { title: '杭州湖畔文化传播有限公司', taxNo: '91330102MA2B1W8HN7' },
]
/** The stand-in refuses whoever is no more. */
const GONE = { title: '杭州恒创贸易有限公司（已注销）', taxNo: '91330105MA27PQ6D3B' }

type Ways = WireInput<typeof contract.billing.charge>['payments']
interface PaidBill {
  id: string
  patient_id: string
  receivable: string
  paid_on: LocalDate
}

/** What happens at one clinic's desk: each method puts steps into the story. */
export class ClinicDesk {
  readonly #share: (typeof SHARES)[number]
  readonly #today: LocalDate

  constructor(
    readonly desk: Desk,
    readonly clinic: DeskClinic,
    readonly r: Random,
    readonly rank: number,
  ) {
    this.#share = SHARES[rank] ?? SHARES[3]
    this.#today = formatDate(desk.now)
  }

  async plan(): Promise<void> {
    const { patients, bills } = await this.#past()
    for (let n = 0; n < this.#share.plans; n += 1) this.#instalments(n, patients[n] as string)
    await this.#cards('own')
    await this.#cards('visiting')
    const refunds = bills.splice(0, this.#share.refunds)
    for (const [n, bill] of refunds.entries()) this.#refund(n, bill)
    if (this.rank === 0) this.#refundsAtGateway(patients.slice(0, 2))
    const fixes = bills.splice(0, this.#share.fixes)
    for (const [n, bill] of fixes.entries()) this.#changeWay(n, bill)
    for (const bill of bills.slice(0, 40)) this.#execute(bill)
    this.#closeMonths()
    if (this.rank === 0) this.#receiptTemplate()
    this.#invoices([...refunds.slice(0, this.#share.refunds / 3), ...bills.slice(-this.#share.invoices)])
  }

  #person(post: string): Person {
    const person = this.clinic.people.get(post)
    if (!person) throw new Error(`${this.clinic.clinicId}: nobody is ${post}`)
    return person
  }
  readonly #as = (post: string) => ({ clinic: this.clinic, person: this.#person(post) })
  /** The same person, whose till moves with this call. */
  readonly #till = (post: string) => {
    const seat = this.#as(post)
    this.desk.moved(seat)
    return seat
  }
  /** A payment by some way; the bank's has its number. */
  readonly #pay = (): ((amount: Fen) => Ways[number]) => {
    const code = this.r.weighted(WAYS)
    const payMethodId = this.clinic.methods.get(code) as string
    const tradeNo = code === 'bank_card' ? { tradeNo: String(this.r.int(100_000_000, 999_999_999)) } : {}
    return (amount) => ({ payMethodId, amount: fenToYuan(amount), ...tradeNo })
  }
  readonly #time = (hour: number): string => `${String(hour).padStart(2, '0')}:${String(this.r.int(10, 58))}:00`
  /** The first day from this one on that the clinic worked. */
  readonly #workday = (day: LocalDate): LocalDate => this.clinic.days.find((each) => each >= day) ?? this.#today
  /** A working day, counted back from the present. */
  readonly #ago = (days: number): LocalDate => this.#workday(addDays(this.#today, -days))

  /** The clinic has its own receipt, which it has changed once since. */
  #receiptTemplate(): void {
    const footer = '开发票请在 30 天内扫码或凭本收据办理。'
    const thanks = '感谢您的信任，如有不适请致电 {{电话}}。'
    const save = (daysAgo: number, text: string, note: string) =>
      this.desk.at(this.#ago(daysAgo), this.#time(19), '打印模板', async () => {
        const { papers } = await this.desk.call(this.#as('院长/店长'), contract.printTemplate.list, {})
        const standing = papers.find(({ kind }) => kind === 'receipt')?.clinic
        await this.desk.call(this.#as('院长/店长'), contract.printTemplate.save, {
          kind: 'receipt',
          owner: 'clinic',
          content: { ...builtInTemplate('receipt'), footer: text },
          note,
          version: standing?.version ?? null,
          requestId: uuidv7(),
        })
      })
    save(46, footer, '写明开票期限')
    save(18, `${footer}\n${thanks}`, '加上联系电话')
  }

  /** People of the clinic to whom something may happen, and bills that were paid in full without cash. */
  async #past(): Promise<{ patients: string[]; bills: PaidBill[] }> {
    const { rows } = await this.desk.owner.query<PaidBill>(
      `select b.id, b.patient_id, b.receivable_amount::text as receivable, to_char(b.pay_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as paid_on
       from bill b join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id and p.status = 0
       where b.tenant_id = $1 and b.clinic_id = $2 and b.status = 3 and b.receivable_amount >= 300
         and b.pay_time > $3::timestamptz - interval '150 days' and b.pay_time < $3::timestamptz - interval '2 days'
         and not exists (select 1 from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
           where y.tenant_id = b.tenant_id and y.bill_id = b.id and (m.code = 'cash' or y.kind <> 1))
       order by md5(b.bill_no) limit 160`,
      [this.clinic.tenantId, this.clinic.clinicId, this.desk.now],
    )
    const patients = [...new Set(rows.map(({ patient_id }) => patient_id))].slice(-40)
    return { patients, bills: rows.filter(({ patient_id }) => !patients.includes(patient_id)) }
  }

  async #version(table: 'bill' | 'refund' | 'instalment_plan' | 'pay_adjust', id: string): Promise<number> {
    const { rows } = await this.desk.owner.query<{ version: number }>(`select version from ${table} where id = $1`, [
      id,
    ])
    return rows[0]?.version ?? 0
  }

  async #open(patientId: string, items: readonly string[]): Promise<{ id: string; due: Fen; version: number }> {
    const listed = await Promise.all(items.map((name) => this.#listed(name)))
    const { id } = await this.desk.call(this.#as('前台'), contract.billing.open, {
      patientId,
      doctorId: this.r.pick(this.clinic.doctors),
      items: listed.map(({ id: tariffId, price }) => ({ tariffId, qty: 1, price: fenToYuan(price) })),
      requestId: uuidv7(),
    })
    // A card of the patient may take something off.
    const { receivableAmount, version } = await this.desk.call(this.#as('前台'), contract.billing.detail, { id })
    return { id, due: yuanToFen(receivableAmount), version }
  }
  /** An item with its price of that day, as the desk finds it. */
  async #listed(name: string): Promise<{ id: string; price: Fen }> {
    const { list } = await this.desk.call(this.#as('前台'), contract.clinic.tariffs, { keyword: name, pageSize: 20 })
    const found = list.find((each) => each.name === name)
    if (!found) throw new Error(`no tariff ${name}`)
    return { id: found.id, price: yuanToFen(found.price) }
  }
  #tariff(name: string): { id: string; price: Fen } {
    const tariff = this.clinic.tariffs.get(name)
    if (!tariff) throw new Error(`no tariff ${name}`)
    return tariff
  }

  async #charge(bill: { id: string; version: number }, payments: Ways, arrearsReason = ''): Promise<void> {
    await this.desk.call(this.#till('前台'), contract.billing.charge, {
      id: bill.id,
      version: bill.version,
      payments,
      ...(arrearsReason ? { leaveArrears: true, arrearsReason } : {}),
      requestId: uuidv7(),
    })
  }

  /** An orthodontic treatment: a first payment, the rest by instalments of which most are paid in time. */
  #instalments(n: number, patientId: string): void {
    const { r } = this
    const begun = this.#ago(r.int(12, 165))
    const count = r.pick([6, 8, 10, 12])
    const day = r.pick([5, 10, 15, 20, 31])
    const firstDue = addMonths(`${begun.slice(0, 7)}-01`, 1).slice(0, 8) + String(Math.min(28, day)).padStart(2, '0')
    let bill: { id: string; due: Fen; version: number } | undefined
    const pay = this.#pay()
    const first = fen(600_000)
    this.desk.at(begun, this.#time(15), '分期首付', async () => {
      bill = await this.#open(patientId, [ORTHODONTIC])
      await this.#charge(bill, [pay(first)], '正畸分期')
      await this.desk.call(this.#as('前台'), contract.instalment.create, {
        billId: bill.id,
        version: await this.#version('bill', bill.id),
        count,
        firstDue,
        day,
        inYuan: r.chance(0.5),
        requestId: uuidv7(),
      })
    })
    const rest = fen(this.#tariff(ORTHODONTIC).price - first)
    const parts = planInstalments({ rest, count, firstDue, day, inYuan: false })
    // Three in twenty stop paying at some point; somebody calls them.
    const stops = r.chance(0.15) ? r.int(0, 2) : count
    for (const part of parts) {
      const paidOn = this.#workday(addDays(part.dueDate, r.chance(0.8) ? -r.int(0, 3) : r.int(2, 9)))
      if (part.no > stops) {
        this.desk.at(this.#workday(addDays(part.dueDate, 6)), this.#time(16), '催收', async () => {
          if (!bill) return
          await this.desk.call(this.#as('前台'), contract.instalment.addCall, {
            billId: bill.id,
            note: r.pick(['电话未接通', '说下次复诊一起付', '出差，回来后付']),
            promiseDate: r.chance(0.5) ? addDays(part.dueDate, 14) : null,
            requestId: uuidv7(),
          })
        })
        if (part.no > stops + 1) break
        continue
      }
      if (part.no > stops) break
      this.desk.at(paidOn, this.#time(10), '分期还款', async () => {
        if (!bill) return
        await this.desk.call(this.#till('前台'), contract.billing.repay, {
          patientId,
          billIds: [bill.id],
          payments: [pay(part.amount)],
          requestId: uuidv7(),
        })
      })
    }
    if (n % 6 === 5)
      this.desk.at(this.#ago(9), this.#time(17), '改签分期', async () => {
        if (!bill) return
        const plan = await this.#planOf(bill.id)
        await this.desk.call(this.#as('前台'), contract.instalment.change, {
          id: plan,
          version: await this.#version('instalment_plan', plan),
          count: 4,
          firstDue: addMonths(`${this.#today.slice(0, 7)}-05`, 1),
          day: 5,
          inYuan: true,
          reason: '患者想早些付清',
          requestId: uuidv7(),
        })
      })
  }
  async #planOf(billId: string): Promise<string> {
    const { rows } = await this.desk.owner.query<{ id: string }>(
      'select id from instalment_plan where bill_id = $1 order by agreed_at desc limit 1',
      [billId],
    )
    return rows[0]?.id ?? billId
  }

  /** People come for something small and pay with their cards: those this clinic sold, or those another one sold that pay everywhere. */
  async #cards(whose: 'own' | 'visiting'): Promise<void> {
    const isOwn = whose === 'own'
    const { rows } = await this.desk.owner.query<{
      id: string
      patient_id: string
      kind: 1 | 3
      opened: LocalDate
      sale: string
      times: number
      limit: number
    }>(
      `select c.id, c.patient_id, c.kind, to_char(c.opened_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as opened,
         c.sale_amount::text as sale, c.times_sold as times, coalesce((c.rules ->> 'passwordAbove')::numeric, 9999)::int as limit
       from member_card c where c.tenant_id = $1 and c.status = 1 and coalesce(c.expire_date, 'infinity') > $4
         and ${
           isOwn
             ? 'c.open_clinic_id = $2 and (c.kind = 3 or c.kind = 1 and c.principal_amount > 500)'
             : `c.open_clinic_id <> $2 and c.kind = 1 and c.principal_amount > 1500 and (c.rules ->> 'shareClinics')::int = 3`
         }
       order by md5(c.card_no || $5) limit $3`,
      [
        this.clinic.tenantId,
        this.clinic.clinicId,
        isOwn ? this.#share.cards : this.#share.visitors,
        this.#today,
        isOwn ? '' : this.clinic.clinicId,
      ],
    )
    for (const card of rows) {
      const later = addDays(card.opened, this.r.int(1, 60))
      const since = addDays(this.#today, -this.r.int(1, 150))
      const day = this.#workday(later > since ? later : since)
      const item = card.kind === 3 ? '全口超声洁治' : this.r.pick(ITEMS)
      const pay = this.#pay()
      this.desk.at(day, this.#time(isOwn ? 11 : 15), isOwn ? '刷卡' : '跨店刷卡', async () => {
        const bill = await this.#open(card.patient_id, [item])
        const use = timesShares(yuanToFen(card.sale), Math.max(1, card.times))[0] as Fen
        const byCard = card.kind === 3 ? use : fen(Math.min(bill.due, 45_000))
        const card_ = {
          payMethodId: this.clinic.methods.get('card_principal') as string,
          amount: fenToYuan(byCard),
          cardId: card.id,
        }
        const left = fen(bill.due - byCard)
        await this.#charge(bill, left > 0 ? [card_, pay(left)] : [card_])
        await this.#executeLines(bill.id, formatDate(this.desk.clock.now()))
      })
    }
  }

  /** People ask for an invoice on the day they pay, for themselves or for their firm; a refund takes it back. */
  #invoices(bills: readonly PaidBill[]): void {
    const r = this.r.of('invoices')
    const [first] = bills.map(({ paid_on: day }) => day).toSorted()
    if (!first) return
    const account = { taxNo: SELLER.taxNo, sellerName: SELLER.name, platformUrl: '', appId: '', secret: '' }
    this.desk.at(first, '08:30:00', '开票账号', async () => {
      const admin = this.#as('机构管理员')
      await this.desk.call(admin, contract.invoice.saveAccount, { ...account, rule: 2, taxRate: 0 })
      await this.desk.call(admin, contract.invoice.testAccount, {})
    })
    for (const [n, bill] of bills.entries()) {
      const firm = n % 3 === 1 ? FIRMS[((n / 3) % FIRMS.length) | 0] : undefined
      // One firm is no more: its invoice is refused, and waits for somebody to ask for another title.
      const buyer = n === 5 ? GONE : firm
      this.desk.at(bill.paid_on, `18:${String(10 + n).padStart(2, '0')}:00`, '开票', async () => {
        const patient = await this.desk.owner.query<{ name: string }>('select name from patient where id = $1', [
          bill.patient_id,
        ])
        const { invoiceable } = await this.desk.call(this.#as('前台'), contract.invoice.forBill, { id: bill.id })
        // Paid by voucher, or with money that was invoiced as it came in.
        if (yuanToFen(invoiceable) === 0) return
        await this.desk.call(this.#as('前台'), contract.invoice.issue, {
          sources: [{ of: 'bill', id: bill.id, amount: invoiceable }],
          titleType: buyer ? 1 : 0,
          title: buyer?.title ?? patient.rows[0]?.name ?? '',
          taxNo: buyer?.taxNo ?? '',
          mail: buyer ? 'caiwu@example.com' : '',
          phone: '',
          requestId: uuidv7(),
        })
      })
      this.desk.at(bill.paid_on, `18:${String(10 + n).padStart(2, '0')}:30`, '开票平台', () => this.desk.follow())
    }
    // What a refund took back reaches the platform in the evening of its day.
    for (let day = first; day < this.#today; day = addDays(day, 1))
      if (r.chance(0.2) || addDays(day, 5) > this.#today)
        this.desk.at(day, '19:30:00', '开票平台', () => this.desk.follow())
  }

  /** A refund of a bill, brought as far as its number says; those of these days still wait for somebody. */
  #refund(n: number, { id: billId, paid_on: paidOn }: PaidBill): void {
    const { r } = this
    const end = (['paid', 'paid', 'refused', 'paid', 'withdrawn', 'asked', 'agreed'] as const)[n % 7] ?? 'paid'
    const isOpen = end === 'asked' || end === 'agreed'
    const later = this.#workday(addDays(paidOn, r.int(1, 25)))
    const day = isOpen || later >= this.#today ? this.#ago(r.int(1, 4)) : later
    const type = ([1, 1, 2, 3] as const)[n % 4] ?? 1
    this.desk.at(day, this.#time(14), `退费 ${end}`, async () => {
      const { rows } = await this.desk.owner.query<{ id: string; qty: number; amount: string }>(
        `select id, qty::int, amount::text from bill_item where bill_id = $1 and amount > 0 order by amount`,
        [billId],
      )
      const line = rows.at(-1)
      if (!line) return
      const difference = fen(Math.round(yuanToFen(line.amount) / 5))
      const asked = await this.desk.call(this.#as('院长/店长'), contract.refund.request, {
        billId,
        version: await this.#version('bill', billId),
        type,
        items:
          type === 3
            ? []
            : [
                {
                  billItemId: line.id,
                  amount: type === 2 ? fenToYuan(difference) : line.amount,
                  qty: type === 2 ? 0 : line.qty,
                },
              ],
        reason: r.pick(REASONS),
        requestId: uuidv7(),
      })
      const version = () => this.#version('refund', asked.id)
      if (end === 'asked') return
      // What needs nobody's consent can't be refused.
      if (end === 'withdrawn' || (end === 'refused' && asked.status !== 0)) {
        await this.desk.call(this.#as('院长/店长'), contract.refund.withdraw, {
          id: asked.id,
          version: await version(),
          reason: '患者还是做了',
        })
        return
      }
      if (asked.status === 0)
        await this.desk.call(this.#as('机构管理员'), contract.refund.decide, {
          id: asked.id,
          version: await version(),
          agree: end !== 'refused',
          reason: end === 'refused' ? '已经执行，不能退' : '',
        })
      if (end !== 'paid') return
      await this.desk.call(this.#till('财务'), contract.refund.pay, {
        id: asked.id,
        version: await version(),
        requestId: uuidv7(),
      })
    })
  }

  /** Refunds of what came by a code: one that the gateway can't carry out, which waits for somebody, and one that it is still at. */
  #refundsAtGateway(patients: readonly string[]): void {
    // By their fen the stand-in of the gateway plays these two.
    for (const [n, amount] of (['60.13', '80.14'] as const).entries()) {
      const bill = { id: '' }
      const day = this.#ago(3 - n)
      this.desk.at(day, '10:40:00', '扫码收款', async () => {
        const { id: tariffId, price } = await this.#listed(ITEMS[1])
        const { id } = await this.desk.call(this.#as('前台'), contract.billing.open, {
          patientId: patients[n] as string,
          doctorId: this.clinic.doctors[0] as string,
          items: [{ tariffId, qty: 1, price: fenToYuan(price) }],
          cardChoice: 2,
          requestId: uuidv7(),
        })
        const { receivableAmount, version } = await this.desk.call(this.#as('前台'), contract.billing.detail, { id })
        await this.desk.call(this.#till('前台'), contract.scanPay.start, {
          id,
          version,
          payments: [{ payMethodId: this.clinic.methods.get('wechat') as string, amount: receivableAmount }],
          gateway: 'wechat',
          scanned: 0,
          authCode: '134567890123456700',
        })
        bill.id = id
      })
      this.desk.at(day, '16:20:00', '原路退款', async () => {
        const { items, version } = await this.desk.call(this.#as('财务'), contract.billing.detail, { id: bill.id })
        const asked = await this.desk.call(this.#as('前台'), contract.refund.request, {
          billId: bill.id,
          version,
          type: 2,
          items: [{ billItemId: items[0]?.id as string, qty: 0, amount }],
          reason: '收费有误',
          requestId: uuidv7(),
        })
        const { id } = asked
        await this.desk.call(this.#till('财务'), contract.refund.pay, {
          id,
          version: asked.version,
          requestId: uuidv7(),
        })
        await this.desk.carryRefunds(this.clinic, id)
      })
    }
  }

  /** A way that was booked wrong, found after the till was handed over: asked for, and agreed by another. */
  #changeWay(n: number, { id: billId, paid_on: paidOn }: PaidBill): void {
    const isOpen = n === 0
    const day = isOpen ? this.#ago(1) : this.#workday(addDays(paidOn, this.r.int(1, 5)))
    this.desk.at(day, this.#time(17), '改账', async () => {
      const { rows } = await this.desk.owner.query<{ id: string; amount: string; pay_method_id: string }>(
        'select id, amount::text, pay_method_id from bill_payment where bill_id = $1 order by pay_time, id limit 1',
        [billId],
      )
      const [payment] = rows
      if (!payment) return
      const other = WAYS.map(([code]) => this.clinic.methods.get(code)).find((id) => id !== payment.pay_method_id)
      const asked = await this.desk.call(this.#as('院长/店长'), contract.payAdjust.adjust, {
        billId,
        paymentId: payment.id,
        ways: [{ payMethodId: other as string, amount: payment.amount }],
        reason: '收款方式点错',
        requestId: uuidv7(),
      })
      if (isOpen || asked.status !== 0) return
      // It is out of one way and into the other in the till of whoever asked.
      this.#till('院长/店长')
      await this.desk.call(this.#as('机构管理员'), contract.payAdjust.decide, {
        id: asked.id,
        version: await this.#version('pay_adjust', asked.id),
        agree: true,
        reason: '',
      })
    })
  }

  #execute({ id, paid_on: paidOn }: PaidBill): void {
    this.desk.at(paidOn, '19:30:00', '执行', () => this.#executeLines(id, paidOn))
  }
  /** Notes what the charge has not done by itself. */
  async #executeLines(billId: string, doneOn: LocalDate): Promise<void> {
    const { rows } = await this.desk.owner.query<{ id: string; qty: number }>(
      `select id, (qty - returned_qty - executed_qty)::int as qty from bill_item
        where bill_id = $1 and qty - returned_qty > executed_qty order by line_no`,
      [billId],
    )
    if (rows.length === 0) return
    await this.desk.call(this.#as('院长/店长'), contract.execution.execute, {
      billId,
      lines: rows.map(({ id, qty }) => ({ billItemId: id, qty })),
      doctorId: this.r.pick(this.clinic.doctors),
      doneOn,
      requestId: uuidv7(),
    })
  }

  /** On the evening of the sixth people say that what they are paid is right. */
  #confirmPay(month: string): void {
    for (const post of PAID_POSTS.filter((each) => this.clinic.people.has(each)))
      this.desk.at(addDays(addMonths(`${month}-01`, 1), 5), '18:10:00', `确认提成 ${month}`, async () => {
        const { list } = await this.desk.call(this.#as(post), contract.commission.slips, { month })
        for (const { id, version, own } of list)
          if (own) await this.desk.call(this.#as(post), contract.commission.confirm, { id, version })
      })
  }

  /** On the morning of the third each month before is closed. */
  #closeMonths(): void {
    for (let back = CLOSED_MONTHS; back > 0; back -= 1) {
      const month = addMonths(`${this.#today.slice(0, 7)}-01`, -back).slice(0, 7)
      this.desk.at(addDays(addMonths(`${month}-01`, 1), 2), '08:30:00', `月结 ${month}`, async () => {
        await this.desk.call(this.#as('财务'), contract.monthClose.close, { month, requestId: uuidv7() })
      })
      // The last month's pay waits to be confirmed.
      if (back > 1) this.#confirmPay(month)
    }
  }
}
