import { contract, errorTable, type ErrorName, type WireInput } from '@dentin/contract'
import { appointmentStates, billStates, recordStates, registrationStates } from '@dentin/contract/core/status'
import { consentStates } from '@dentin/contract/consent'
import { prescriptionStates } from '@dentin/contract/core/prescription-words'
import { cardRefundStates, cardStates } from '@dentin/contract/card'
import { slipStates } from '@dentin/contract/commission'
import { couponStates } from '@dentin/contract/coupon'
import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { exportTaskStates } from '@dentin/contract/export-task'
import { invoiceRedStates, patientInvoiceStates } from '@dentin/contract/invoice'
import { prepayReturnStates, prepayStates } from '@dentin/contract/prepay'
import { refundStates } from '@dentin/contract/refund'
import { referralStates } from '@dentin/contract/referral'
import { orthoStates } from '@dentin/contract/orthodontic'
import { planStates } from '@dentin/contract/treatment-plan'
import { unitSettlementStates } from '@dentin/contract/unit-account'
import { smsStates } from '@dentin/contract/sms'
import { waitlistStates } from '@dentin/contract/waitlist'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, Refused, testApp } from './harness.ts'

/**
 * Every step of the state machines that has a call, taken from every state from which the table of states does not have it:
 * it is refused by name, and nothing is changed.
 */
const app = await testApp({ pool: 10, looseBooks: 'papers are put into every state by hand' })
const {
  appointment,
  billing,
  commission,
  consent,
  coupon,
  memberCard,
  orthodontic,
  patient,
  prescription,
  record,
  discountApproval,
  exportTask,
  prepay,
  refund,
  sms,
  treatmentPlan,
  invoice,
  unitAccount,
  visit,
} = contract
const director = await app.as('director')
const admin = await app.as('admin')
const doctor = await app.asDoctor(0)
const auditor = await app.asDoctor(1)
const nurse = await app.as('nurse')
const cashier = await app.as('reception')
const finance = await app.as('finance')
const there = await app.as('reception', 'a2')
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [far] = fixture.doctors.a2 as [string]
const requestId = uuidv7
const reason = '测试'
let serial = 0
/** What a prepayment of the steps is to pay, and the one that is given back. */
let billOfPrepay: { id: string; version: number } | null = null
async function prepaid(): Promise<{ id: string; version: number; patientId: string }> {
  const patientId = await newPatient()
  const made = await cashier.call(prepay.receive, {
    patientId,
    purpose: '种植',
    amount: '200.00',
    ways: cash,
    requestId: requestId(),
  })
  return { ...made, patientId }
}
/** What somebody found at the platform. */
const found = {
  outcome: 'issued',
  platformNo: '26332000000000000009',
  issuedOn: '2026-11-20',
  reason: '平台后台可查',
} as const

/** An invoice of 200.00 that was paid in cash. */
async function invoiced(): Promise<{ id: string; version: number }> {
  const { account } = await admin.call(invoice.account, {})
  if (!account)
    await admin.call(invoice.saveAccount, {
      taxNo: '91330106MA27XYCQ57',
      sellerName: '青禾口腔门诊部',
      rule: 1,
      taxRate: 0,
    })
  const bill = await director.call(billing.open, {
    patientId: await newPatient(),
    doctorId: d1,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
    requestId: requestId(),
  })
  await director.call(billing.charge, { ...bill, payments: cash, requestId: requestId() })
  const sources = [{ of: 'bill' as const, id: bill.id, amount: '200.00' }]
  return director.call(invoice.issue, { sources, titleType: 0, title: '状态', requestId: requestId() })
}
/** What a card of the steps is to pay. */
let billOfCard: { id: string; version: number } | null = null

async function newPatient(more: { respDoctorId?: string } = {}): Promise<string> {
  serial += 1
  const made = await director.call(patient.create, {
    name: `状态${String.fromCharCode(0x4e00 + serial)}`,
    gender: 0,
    mobile: `1380000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: requestId(),
    ...more,
  })
  return made.id
}
/** Each appointment has a quarter of an hour of a day of its own. */
async function book(): Promise<string> {
  const made = await director.call(appointment.create, {
    requestId: requestId(),
    doctorId: d1,
    startTime: '2026-11-20 14:00:00',
    endTime: '2026-11-20 14:15:00',
    patientId: await newPatient(),
  })
  return made.id as string
}
const register = async () =>
  (await director.call(visit.register, { requestId: requestId(), patientId: await newPatient(), doctorId: d1 })).id

interface Row extends Record<string, unknown> {
  id: string
  version: number
  status: number
}
/** A step by call: what is asked, which names its refusal may have, and states in which the call does something else. */
interface Step {
  call: (row: Row) => Promise<unknown>
  refusals: readonly ErrorName[]
  also?: readonly number[]
}
interface Machine {
  table: string
  states: {
    sets: { all: readonly number[] }
    names: Readonly<Record<number, string>>
    moves: Readonly<Record<string, object>>
  }
  may: (move: string, status: number) => boolean
  make: () => Promise<string>
  /** What else a row must have to be in any state. */
  ready?: string
  steps: Readonly<Record<string, Step>>
  /** Steps that nobody asks for by a call of their own: the clock, or what else happens. */
  without: readonly string[]
  /** States that no row is in. */
  unseen?: readonly number[]
  /** How many wrong steps there are, where there are fewer than five. */
  fewest?: number
}

const status = (...refusals: ErrorName[]) => refusals
const cash = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '200.00' }]
const lines: WireInput<typeof billing.open>['items'] = [
  { tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' },
]
const written: WireInput<typeof record.save>['content'] = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36:MO', content: '近中𬌗面深龋，叩(+)' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [{ teeth: '36', content: '开髓，封药', tariffs: [] }],
  nextVisit: { days: 7, remark: '根管预备' },
}
const cefaclor = async () => (await director.call(contract.drug.list, { name: '头孢克洛' })).list[0]?.id ?? ''
const prescribed = async (patientId?: string): Promise<WireInput<typeof prescription.save>> => ({
  patientId: patientId ?? (await newPatient({ respDoctorId: d1 })),
  diagnosis: '急性根尖周炎',
  items: [
    {
      drugId: await cefaclor(),
      spec: '0.25g',
      singleDose: 250,
      doseUnit: 'mg',
      route: '口服',
      frequency: 'q8h',
      days: 3,
      unit: '粒',
    },
  ],
  requestId: requestId(),
})
const planInput = (patientId: string): WireInput<typeof treatmentPlan.save> => ({
  requestId: requestId(),
  patientId,
  doctorId: d1,
  title: '修复',
  options: [
    {
      name: '充填',
      phases: [{ name: '充填' }],
      lines: [{ tariffId: fixture.tariffs.a.filling, teeth: '36', qty: 1, phase: 1 }],
    },
  ],
})
const reasonId = async () => (await director.call(appointment.options, {})).cancelReasons[0]?.id as string

const machines: Readonly<Record<string, Machine>> = {
  appointment: {
    table: 'appointment',
    states: appointmentStates,
    may: (move, from) => appointmentStates.may(move as keyof typeof appointmentStates.moves, from),
    make: book,
    steps: {
      accept: {
        call: ({ id, version }) => director.call(appointment.accept, { id, version }),
        refusals: status('APPOINTMENT_STATUS'),
      },
      refuse: {
        call: ({ id, version }) => director.call(appointment.refuse, { id, version, reason }),
        refusals: status('APPOINTMENT_STATUS'),
      },
      confirm: {
        call: ({ id, version }) => director.call(appointment.confirm, { id, version }),
        refusals: status('APPOINTMENT_STATUS'),
        // Confirmed once more.
        also: appointmentStates.sets.confirmed,
      },
      change: {
        call: ({ id, version }) =>
          director.call(appointment.move, {
            id,
            version,
            doctorId: d1,
            startTime: '2026-11-20 15:00:00',
            endTime: '2026-11-20 15:15:00',
          }),
        refusals: status('APPOINTMENT_STATUS'),
      },
      cancel: {
        call: async ({ id, version }) => director.call(appointment.cancel, { id, version, reasonId: await reasonId() }),
        refusals: status('APPOINTMENT_STATUS'),
      },
      arrive: {
        call: ({ id }) => director.call(visit.checkIn, { requestId: requestId(), appointmentId: id }),
        refusals: status('APPOINTMENT_STATUS'),
      },
    },
    without: ['miss', 'undoArrival', 'walkOut', 'begin', 'sendBack', 'finish'],
  },
  registration: {
    table: 'registration',
    states: registrationStates,
    may: (move, from) => registrationStates.may(move as keyof typeof registrationStates.moves, from),
    make: register,
    steps: {
      call: {
        call: ({ id }) => director.call(visit.callIn, { id }),
        refusals: status('VISIT_STATUS'),
        // Called once more.
        also: registrationStates.sets.called,
      },
      begin: {
        call: ({ id }) => director.call(visit.start, { registrationId: id, acceptBusy: true }),
        refusals: status('VISIT_STATUS'),
      },
      sendBack: { call: ({ id }) => director.call(visit.requeue, { id }), refusals: status('VISIT_STATUS') },
      finish: {
        call: ({ id }) => director.call(visit.finish, { registrationId: id }),
        refusals: status('VISIT_STATUS', 'NOT_FOUND'),
      },
      leave: { call: ({ id }) => director.call(visit.leave, { id }), refusals: status('VISIT_STATUS') },
      cancel: { call: ({ id }) => director.call(visit.cancel, { id, reason }), refusals: status('VISIT_STATUS') },
      transfer: {
        call: ({ id }) => director.call(visit.referral, { id, toDoctorId: d2, reason }),
        refusals: status('VISIT_STATUS'),
      },
    },
    without: ['charge', 'revokeCharge', 'passOver'],
  },
  bill: {
    table: 'bill',
    states: billStates,
    may: (move, from) => billStates.may(move as keyof typeof billStates.moves, from),
    make: async () =>
      (await director.call(billing.open, { patientId: await newPatient(), items: lines, requestId: requestId() })).id,
    steps: {
      edit: {
        call: ({ id, version }) => director.call(billing.save, { id, version, items: lines }),
        refusals: status('BILL_NOT_OPEN'),
      },
      submit: {
        call: ({ id, version }) => director.call(billing.submit, { id, version }),
        refusals: status('BILL_NOT_OPEN'),
      },
      takeBack: {
        call: ({ id, version }) => director.call(billing.takeBack, { id, version, reason }),
        refusals: status('BILL_NOT_OPEN'),
      },
      void: {
        call: ({ id, version }) => director.call(billing.void, { id, version, reason }),
        refusals: status('BILL_NOT_OPEN'),
      },
      charge: {
        call: ({ id, version }) =>
          director.call(billing.charge, { id, version, payments: cash, requestId: requestId() }),
        refusals: status('BILL_NOT_CHARGEABLE'),
      },
      repay: {
        call: ({ id, patient_id }) =>
          director.call(billing.repay, {
            patientId: patient_id as string,
            billIds: [id],
            payments: cash,
            requestId: requestId(),
          }),
        refusals: status('NO_ARREARS', 'BILL_NOT_CHARGEABLE'),
      },
      revoke: {
        call: ({ id, version }) => director.call(billing.revoke, { id, version, reason, requestId: requestId() }),
        refusals: status('NOTHING_TO_REVOKE'),
      },
      refund: {
        call: ({ id, version }) =>
          director.call(refund.request, { billId: id, version, type: 3, items: [], reason, requestId: requestId() }),
        refusals: status('REFUND_NOT_CHARGED'),
      },
    },
    // The gateway's answer takes these, and the call that begins waits for it (desk.test.ts).
    without: ['startPaying', 'settle', 'stopPaying'],
    unseen: billStates.sets.revoked,
  },
  discountApproval: {
    table: 'discount_approval',
    states: discountApprovalStates,
    may: (move, from) => discountApprovalStates.may(move as keyof typeof discountApprovalStates.moves, from),
    ready: `, decision_reason = '不同意'`,
    make: async () => {
      const bill = await director.call(billing.open, {
        patientId: await newPatient(),
        items: lines,
        requestId: requestId(),
      })
      const asked = { billId: bill.id, version: bill.version, items: lines, discountPercent: 50, reason }
      return (await cashier.call(discountApproval.request, { ...asked, requestId: requestId() })).id
    },
    steps: {
      decide: {
        call: ({ id, version }) => director.call(discountApproval.decide, { id, version, agree: true, reason: '' }),
        refusals: status('APPROVAL_STATE'),
      },
      withdraw: {
        call: ({ id, version }) => cashier.call(discountApproval.withdraw, { id, version }),
        refusals: status('APPROVAL_STATE'),
      },
    },
    without: [],
  },
  coupon: {
    table: 'coupon',
    states: couponStates,
    may: (move, from) => couponStates.may(move as keyof typeof couponStates.moves, from),
    // What a state other than the first says beside it.
    ready: `, used_at = case when $2 = 2 then now() end, void_reason = case when $2 = 4 then '测试' end,
      bill_id = case when $2 = 2 then (select b.id from bill b where b.tenant_id = coupon.tenant_id limit 1) end`,
    make: async () => {
      const patientId = await newPatient()
      const type = { name: `券${serial}`, kind: 2, value: '20.00', validType: 2, validDays: 30, requestId: requestId() }
      const { id: typeId } = await director.call(coupon.saveType, type as never)
      await director.call(billing.open, { patientId, items: lines, requestId: requestId() })
      await director.call(coupon.issue, { typeId, patientIds: [patientId], requestId: requestId() })
      return ((await cashier.call(coupon.ofPatient, { patientId }))[0] as { id: string }).id
    },
    steps: {
      use: {
        call: ({ id, patient_id }) =>
          director.call(billing.open, {
            patientId: patient_id as string,
            items: lines,
            couponIds: [id],
            requestId: requestId(),
          }),
        refusals: status('COUPON_STATE'),
      },
      void: {
        call: ({ id, version }) => director.call(coupon.void, { id, version, reason }),
        refusals: status('COUPON_STATE'),
      },
    },
    // A bill that is revoked or refunded, and the clock.
    without: ['giveBack', 'runOut'],
  },
  refund: {
    table: 'refund',
    states: refundStates,
    may: (move, from) => refundStates.may(move as keyof typeof refundStates.moves, from),
    make: async () => {
      const bill = await director.call(billing.open, {
        patientId: await newPatient(),
        items: lines,
        requestId: requestId(),
      })
      const { version } = await director.call(billing.charge, { ...bill, payments: cash, requestId: requestId() })
      const asked = { billId: bill.id, version, type: 3 as const, items: [], reason, requestId: requestId() }
      return (await cashier.call(refund.request, asked)).id
    },
    steps: {
      decide: {
        call: ({ id, version }) => director.call(refund.decide, { id, version, agree: true, reason: '' }),
        refusals: status('REFUND_STATE'),
      },
      pay: {
        call: ({ id, version }) => director.call(refund.pay, { id, version, requestId: requestId() }),
        refusals: status('REFUND_STATE'),
      },
      withdraw: {
        call: ({ id, version }) => director.call(refund.withdraw, { id, version, reason }),
        refusals: status('REFUND_STATE'),
      },
    },
    // What a gateway says of money on its way back, and the exception that it became.
    without: ['arrive', 'fail', 'giveUp'],
  },
  memberCard: {
    table: 'member_card',
    states: cardStates,
    may: (move, from) => cardStates.may(move as keyof typeof cardStates.moves, from),
    make: async () => {
      const kept = { name: `卡种${uuidv7().slice(-8)}`, kind: 1, salePrice: '0.00', validType: 1, useOrder: 3 }
      const type = await director.call(memberCard.saveType, { ...kept, requestId: requestId() } as never)
      const patientId = await newPatient()
      billOfCard = await director.call(billing.open, { patientId, items: lines, requestId: requestId() })
      const opened = await cashier.call(memberCard.openCard, {
        patientId,
        typeId: type.id,
        ways: [],
        requestId: requestId(),
      })
      return opened.id
    },
    steps: {
      pay: {
        call: ({ id }) => {
          const payments = [{ payMethodId: fixture.payMethods.a.card_principal as string, amount: '1.00', cardId: id }]
          const bill = billOfCard as { id: string; version: number }
          return director.call(billing.charge, { ...bill, payments, leaveArrears: true, requestId: requestId() })
        },
        refusals: status('CARD_STATE'),
      },
      recharge: {
        call: ({ id, version }) =>
          cashier.call(memberCard.recharge, { id, version, amount: '1.00', ways: cash, requestId: requestId() }),
        refusals: status('CARD_STATE'),
      },
      refund: {
        call: ({ id, version }) =>
          director.call(memberCard.refund, {
            id,
            version,
            whole: true,
            payMethodId: fixture.payMethods.a.cash as string,
            reason,
            requestId: requestId(),
          }),
        refusals: status('CARD_STATE'),
      },
      change: {
        call: ({ id, version, type_id }) =>
          cashier.call(memberCard.change, { id, version, typeId: type_id as string, reason, requestId: requestId() }),
        refusals: status('CARD_STATE'),
      },
      renew: {
        call: ({ id, version }) => cashier.call(memberCard.renew, { id, version, expireDate: '2030-01-01', reason }),
        refusals: status('CARD_STATE'),
      },
      replace: {
        call: ({ id, version }) => cashier.call(memberCard.bindMembershipCard, { id, version, cardNo: 'ABCD1234' }),
        refusals: status('CARD_STATE'),
      },
      limit: {
        call: ({ id, version }) => director.call(memberCard.relationChange, { id, version, dayLimit: '9.00', reason }),
        refusals: status('CARD_STATE'),
      },
      cancel: { call: ({ id }) => cashier.call(memberCard.cancel, { id }), refusals: status('CARD_STATE') },
      ...Object.fromEntries(
        (['lose', 'find', 'freeze', 'unfreeze'] as const).map((step) => [
          step,
          {
            call: ({ id, version }: Row) => cashier.call(memberCard.setStatus, { id, version, step, reason }),
            refusals: status('CARD_STATE'),
          },
        ]),
      ),
    },
    // A transfer is asked for with codes of both phones: its states are tried beside them.
    without: ['transfer'],
  },
  prepay: {
    table: 'prepay',
    states: prepayStates,
    may: (move, from) => prepayStates.may(move as keyof typeof prepayStates.moves, from),
    make: async () => {
      const { id, patientId } = await prepaid()
      billOfPrepay = await director.call(billing.open, { patientId, items: lines, requestId: requestId() })
      return id
    },
    ready: `, balance_amount = case when $2 = 1 then amount else 0 end`,
    steps: {
      use: {
        call: ({ id }) => {
          const payments = [{ payMethodId: fixture.payMethods.a.prepayment as string, amount: '1.00', prepayId: id }]
          const bill = billOfPrepay as { id: string; version: number }
          return director.call(billing.charge, { ...bill, payments, leaveArrears: true, requestId: requestId() })
        },
        refusals: status('PREPAY_STATE'),
      },
      giveBack: {
        call: ({ id, version }) =>
          director.call(prepay.requestReturn, {
            id,
            version,
            amount: '200.00',
            ways: cash,
            reason,
            requestId: requestId(),
          }),
        refusals: status('PREPAY_STATE'),
      },
      undo: {
        call: ({ id, version }) => cashier.call(prepay.undo, { id, version, reason, requestId: requestId() }),
        refusals: status('PREPAY_STATE'),
      },
    },
    // A transfer is asked for with codes of both phones: its states are tried beside them.
    without: ['transfer'],
  },
  prepayReturn: {
    table: 'prepay_return',
    states: prepayReturnStates,
    may: (move, from) => prepayReturnStates.may(move as keyof typeof prepayReturnStates.moves, from),
    make: async () => {
      const { id, version } = await prepaid()
      const ask = { id, version, amount: '200.00', ways: cash, payNow: false, reason, requestId: requestId() }
      return (await cashier.call(prepay.requestReturn, ask)).id
    },
    ready: `, paid_at = case when $2 = 2 then now() end`,
    steps: {
      decide: {
        call: ({ id, version }) => director.call(prepay.decideReturn, { id, version, agree: true, reason: '' }),
        refusals: status('PREPAY_RETURN_STATE'),
      },
      pay: {
        call: ({ id, version }) => director.call(prepay.payReturn, { id, version, requestId: requestId() }),
        refusals: status('PREPAY_RETURN_STATE'),
      },
      withdraw: {
        call: ({ id, version }) => cashier.call(prepay.withdrawReturn, { id, version, reason }),
        refusals: status('PREPAY_RETURN_STATE'),
      },
    },
    without: [],
  },
  cardRefund: {
    table: 'card_refund',
    states: cardRefundStates,
    may: (move, from) => cardRefundStates.may(move as keyof typeof cardRefundStates.moves, from),
    make: async () => {
      const kept = { name: `卡种${uuidv7().slice(-8)}`, kind: 1, salePrice: '0.00', validType: 1, useOrder: 3 }
      const type = await director.call(memberCard.saveType, { ...kept, requestId: requestId() } as never)
      const sale = { patientId: await newPatient(), typeId: type.id, amount: '400.00' }
      const ways = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '400.00' }]
      const { id, version } = await cashier.call(memberCard.openCard, { ...sale, ways, requestId: requestId() })
      const payMethodId = fixture.payMethods.a.cash as string
      const ask = { id, version, whole: true, payMethodId, reason, requestId: requestId() }
      return (await finance.call(memberCard.refund, ask)).refundId
    },
    ready: `, paid_at = case when $2 = 2 then now() end`,
    steps: {
      decide: {
        call: ({ id, version }) => director.call(memberCard.decideRefund, { id, version, agree: true, reason: '' }),
        refusals: status('CARD_REFUND_STATE'),
      },
      pay: {
        call: ({ id, version }) => finance.call(memberCard.payRefund, { id, version, requestId: requestId() }),
        refusals: status('CARD_REFUND_STATE'),
      },
      withdraw: {
        call: ({ id, version }) => finance.call(memberCard.withdrawRefund, { id, version, reason }),
        refusals: status('CARD_REFUND_STATE'),
      },
    },
    without: [],
  },
  invoice: {
    table: 'invoice',
    states: patientInvoiceStates,
    may: (move, from) => patientInvoiceStates.may(move as keyof typeof patientInvoiceStates.moves, from),
    make: async () => (await invoiced()).id,
    ready: `, platform_no = case when $2 in (2, 4) then '26332000000000000001' else '' end,
            issued_on = case when $2 in (2, 4) then date '2026-11-20' end`,
    steps: {
      retry: {
        call: ({ id, version }) => director.call(invoice.retry, { id, version, requestId: requestId() }),
        refusals: status('INVOICE_STATE'),
      },
      cancel: {
        call: ({ id }) => director.call(invoice.cancel, { id, reason }),
        refusals: status('INVOICE_STATE'),
      },
      red: {
        call: ({ id, version }) =>
          admin.call(invoice.red, { id, version, amount: '1.00', reason: 2, note: '', requestId: requestId() }),
        refusals: status('INVOICE_STATE'),
      },
      settle: {
        call: ({ id, version }) => admin.call(invoice.settle, { id, version, ...found }),
        refusals: status('INVOICE_STATE'),
      },
    },
    // What the platform says.
    without: ['arrive', 'fail'],
  },
  invoiceRed: {
    table: 'invoice_red',
    states: invoiceRedStates,
    may: (move, from) => invoiceRedStates.may(move as keyof typeof invoiceRedStates.moves, from),
    make: async () => {
      const { id, version } = await invoiced()
      await app.sql(
        `update invoice set status = 2, platform_no = '26332000000000000002', issued_on = '2026-11-20' where id = $1`,
        [id],
      )
      const ask = { id, version, amount: '1.00', reason: 2 as const, note: '', requestId: requestId() }
      return (await admin.call(invoice.red, ask)).redId
    },
    ready: `, platform_no = case when $2 = 2 then '26332000000000000003' else '' end,
            issued_on = case when $2 = 2 then date '2026-11-20' end`,
    steps: {
      retry: {
        call: ({ id, version, invoice_id }) =>
          admin.call(invoice.retry, { id: String(invoice_id), redId: id, version, requestId: requestId() }),
        refusals: status('INVOICE_RED_STATE'),
      },
      withdraw: {
        call: ({ id, version }) => admin.call(invoice.withdrawRed, { redId: id, version, reason }),
        refusals: status('INVOICE_RED_STATE'),
      },
      settle: {
        call: ({ id, version, invoice_id }) =>
          director.call(invoice.settle, { id: String(invoice_id), redId: id, version, ...found }),
        refusals: status('INVOICE_RED_STATE'),
      },
    },
    without: ['send', 'arrive', 'fail'],
  },
  commissionSlip: {
    table: 'commission_slip',
    states: slipStates,
    may: (move, from) => slipStates.may(move as keyof typeof slipStates.moves, from),
    make: async () => {
      const id = requestId()
      await app.sql(
        `insert into commission_slip (tenant_id, id, clinic_id, slip_no, month, employee_id, employee_name, role, base_amount, pay_amount, line_count,
           frozen_at, created_at, updated_at) values ($1, $2, $3, 'TC-1', '2026-10-01', $4, '医生', 'doctor', 1, 1, 1, now(), now(), now())`,
        [fixture.tenants.a, id, fixture.clinics.a1, d1],
      )
      return id
    },
    ready: `, confirmed_at = case when $2 = 2 then now() end`,
    steps: {
      confirm: {
        call: ({ id, version }) => doctor.call(commission.confirm, { id, version }),
        refusals: status('SLIP_STATE'),
      },
    },
    // A month that is opened again takes its slips along: its own states say when.
    without: ['reopen'],
    fewest: 2,
  },
  unitSettlement: {
    table: 'unit_settlement',
    states: unitSettlementStates,
    may: (move, from) => unitSettlementStates.may(move as keyof typeof unitSettlementStates.moves, from),
    make: async () => {
      serial += 1
      const unit = { name: `单位${serial}`, contact: '', phone: '', remark: '', creditLimit: '500.00', termDays: 30 }
      const { id: unitId } = await director.call(unitAccount.saveUnit, { ...unit, requestId: requestId() })
      const bill = await director.call(billing.open, {
        patientId: await newPatient(),
        items: lines,
        requestId: requestId(),
      })
      const payments = [{ payMethodId: fixture.payMethods.a.unit as string, amount: '200.00', unitId }]
      await director.call(billing.charge, { ...bill, payments, requestId: requestId() })
      const ask = { unitId, amount: '50.00', payMethodId: fixture.payMethods.a.cash as string }
      return (await director.call(unitAccount.settle, { ...ask, requestId: requestId() })).id
    },
    ready: `, undone_at = case when $2 = 2 then now() end, undo_reason = case when $2 = 2 then '测试' end`,
    steps: {
      undo: {
        call: ({ id, version }) => director.call(unitAccount.undo, { id, version, reason, requestId: requestId() }),
        refusals: status('UNIT_SETTLEMENT_STATE'),
      },
    },
    without: [],
    fewest: 1,
  },
  record: {
    table: 'medical_record',
    states: recordStates,
    may: (move, from) => recordStates.may(move as keyof typeof recordStates.moves, from),
    make: async () => {
      const registrationId = await register()
      const { treatmentId } = await director.call(visit.start, { registrationId, acceptBusy: true })
      const made = await doctor.call(record.create, { treatmentId, requestId: requestId() })
      await doctor.call(record.save, { id: made.id, version: made.version, content: written })
      return made.id
    },
    ready: `, sign_hash = repeat('a', 64), sign_time = now()`,
    steps: {
      submit: {
        call: ({ id, version }) => doctor.call(record.submit, { id, version }),
        refusals: status('RECORD_LOCKED', 'RECORD_DELETED', 'STATUS_CHANGED'),
      },
      sign: {
        call: ({ id, version }) => doctor.call(record.sign, { id, version }),
        refusals: status('RECORD_LOCKED', 'RECORD_DELETED', 'STATUS_CHANGED'),
        // Submitted and signed in one.
        also: recordStates.sets.draft,
      },
      amend: {
        call: ({ id, version }) => doctor.call(record.amend, { id, version, reason }),
        refusals: status('RECORD_DELETED', 'STATUS_CHANGED', 'RECORD_ARCHIVED'),
      },
      remove: {
        call: ({ id, version }) => doctor.call(record.remove, { id, version, reason }),
        refusals: status('RECORD_DELETED', 'RECORD_ARCHIVED'),
      },
      restore: { call: ({ id }) => doctor.call(record.restore, { id }), refusals: status('STATUS_CHANGED') },
    },
    // A filed record is opened and taken away by the same calls, with an approval.
    without: ['edit', 'reopen', 'archive', 'amendArchived', 'removeArchived'],
  },
  prescription: {
    table: 'prescription',
    states: prescriptionStates,
    may: (move, from) => prescriptionStates.may(move as keyof typeof prescriptionStates.moves, from),
    make: async () => (await doctor.call(prescription.save, await prescribed())).id,
    steps: {
      edit: {
        call: async ({ id, version, patient_id }) =>
          doctor.call(prescription.save, { ...(await prescribed(String(patient_id))), id, version }),
        refusals: status('STATUS_CHANGED'),
      },
      refuse: {
        call: ({ id, version }) => auditor.call(prescription.audit, { id, version, pass: false, note: reason }),
        refusals: status('STATUS_CHANGED'),
      },
      audit: {
        call: ({ id, version }) => auditor.call(prescription.audit, { id, version, pass: true }),
        refusals: status('STATUS_CHANGED'),
      },
      test: {
        call: async ({ id, version }) =>
          nurse.call(prescription.skinTest, { id, version, drugId: await cefaclor(), result: 'negative' }),
        refusals: status('STATUS_CHANGED'),
      },
      dispense: {
        call: ({ id, version }) => nurse.call(prescription.dispense, { id, version }),
        refusals: status('STATUS_CHANGED'),
      },
      giveBack: {
        call: ({ id, version }) => nurse.call(prescription.giveBack, { id, version, reason }),
        refusals: status('STATUS_CHANGED'),
      },
      void: {
        call: ({ id, version }) => doctor.call(prescription.void, { id, version, reason }),
        refusals: status('STATUS_CHANGED', 'RX_PAID'),
      },
    },
    // What is done with its bill does them.
    without: ['charge', 'uncharge'],
  },
  waitlist: {
    table: 'waitlist',
    states: waitlistStates,
    may: (move, from) => waitlistStates.may(move as keyof typeof waitlistStates.moves, from),
    make: async () => {
      const patientId = await newPatient()
      return (await director.call(appointment.saveWaitlist, { requestId: requestId(), patientId, duration: 30 })).id
    },
    ready: `, hold_until = case when $2 = 1 then now() end,
            made_appointment_id = case when $2 = 2 then (select id from appointment limit 1) end`,
    steps: {
      edit: {
        call: ({ id, version, patient_id }) =>
          director.call(appointment.saveWaitlist, {
            requestId: requestId(),
            id,
            version,
            patientId: patient_id as string,
            duration: 45,
          }),
        refusals: status('WAITLIST_SETTLED'),
      },
      leave: {
        call: ({ id, version }) => director.call(appointment.leaveWaitlist, { id, version }),
        refusals: status('WAITLIST_SETTLED'),
      },
    },
    without: ['tell', 'accept', 'release', 'expire'],
  },
  sms: {
    table: 'sms_outbox',
    states: smsStates,
    may: (move, from) => smsStates.may(move as keyof typeof smsStates.moves, from),
    make: async () => {
      const id = uuidv7()
      await app.sql(
        `insert into sms_outbox (tenant_id, id, clinic_id, patient_id, mobile, name, scene, content, due_at, created_at)
         values ($1, $2, $3, $4, '13800000000', '状态', 'manual', '您好', now(), now())`,
        [fixture.tenants.a, id, fixture.clinics.a1, await newPatient()],
      )
      return id
    },
    ready: `, fail_reason = '测试', delivered_at = case when $2 = 2 then now() end`,
    steps: {
      resend: {
        call: ({ id }) => director.call(sms.resend, { id, requestId: requestId() }),
        refusals: status('SMS_NOT_FAILED'),
      },
      cancel: { call: ({ id }) => director.call(sms.cancel, { id }), refusals: status('SMS_NOT_WAITING') },
    },
    without: ['send', 'deliver', 'fail'],
  },
  referral: {
    table: 'referral',
    states: referralStates,
    may: (move, from) => referralStates.may(move as keyof typeof referralStates.moves, from),
    make: async () =>
      (
        await director.call(visit.referOut, {
          requestId: requestId(),
          registrationId: await register(),
          kind: 2,
          toClinicId: fixture.clinics.a2,
          reason,
          summary: reason,
        })
      ).id,
    ready: `, to_registration_id = case when $2 in (1, 3) then from_registration_id end, answer = '测试',
            answered_at = case when $2 <> 0 then now() end, finished_at = case when $2 = 3 then now() end`,
    steps: {
      receive: {
        call: ({ id, version }) => there.call(visit.acceptReferral, { id, version, doctorId: far }),
        refusals: status('REFERRAL_SETTLED'),
      },
      refuse: {
        call: ({ id, version }) => there.call(visit.refuseReferral, { id, version, reason }),
        refusals: status('REFERRAL_SETTLED'),
      },
      takeBack: {
        call: ({ id, version }) => director.call(visit.takeBackReferral, { id, version }),
        refusals: status('REFERRAL_SETTLED'),
      },
    },
    // An outside hospital's answer, and the end of the visit.
    without: ['finish'],
  },
  consent: {
    table: 'consent',
    states: consentStates,
    may: (move, from) => consentStates.may(move as keyof typeof consentStates.moves, from),
    make: async () =>
      (
        await director.call(consent.create, {
          patientId: await newPatient(),
          templateKey: 'extraction',
          requestId: requestId(),
        })
      ).id,
    ready: `, void_time = case when $2::int = 2 then now() end, void_reason = case when $2::int = 2 then '测试' else '' end,
            seal_hash = case when $2::int in (1, 4) then 'x' end, sign_time = case when $2::int = 1 then now() end,
            signer_name = case when $2::int = 1 then '测试' else '' end,
            emergency_reason = case when $2::int in (3, 4) then '测试' else '' end, emergency_at = case when $2::int in (3, 4) then now() end,
            asked_at = case when $2::int in (3, 4) then now() end,
            asked_by = case when $2::int in (3, 4) then doctor_id end, approved_at = case when $2::int = 4 then now() end,
            approved_by = case when $2::int = 4 then (select e.id from employee e where e.tenant_id = consent.tenant_id and e.id <> doctor_id limit 1) end`,
    steps: {
      edit: {
        call: async ({ id, version }) => {
          const { content } = await director.call(consent.get, { id })
          return director.call(consent.save, { id, version, content })
        },
        refusals: status('STATUS_CHANGED'),
      },
      sign: {
        call: ({ id, version }) =>
          director.call(consent.sign, {
            id,
            version,
            signerName: '测试',
            ticks: [true],
            signatures: [{ role: 'doctor', name: '测试', strokes: { width: 9, height: 9, strokes: [[[1, 1, 0]]] } }],
            requestId: requestId(),
          }),
        refusals: status('STATUS_CHANGED'),
      },
      ask: {
        call: ({ id, version }) =>
          director.call(consent.ask, {
            id,
            version,
            reason,
            at: '2026-11-20 08:55:00',
            strokes: { width: 9, height: 9, strokes: [[[1, 1, 0]]] },
            requestId: requestId(),
          }),
        refusals: status('STATUS_CHANGED'),
      },
      decide: {
        call: ({ id, version }) => admin.call(consent.decide, { id, version, agree: true }),
        refusals: status('STATUS_CHANGED'),
      },
      takeBack: {
        call: ({ id, version }) => director.call(consent.takeBack, { id, version }),
        refusals: status('STATUS_CHANGED'),
      },
      void: {
        call: ({ id, version }) => director.call(consent.void, { id, version, reason }),
        refusals: status('STATUS_CHANGED'),
      },
    },
    without: [],
  },
  treatmentPlan: {
    table: 'treatment_plan',
    states: planStates,
    may: (move, from) => planStates.may(move as keyof typeof planStates.moves, from),
    make: async () => (await director.call(treatmentPlan.save, planInput(await newPatient()))).id,
    ready: `, quoted_at = now(), valid_until = '2026-12-31', answered_at = now(),
            chosen_option_id = case when $2::int = 2 then (select o.id from treatment_plan_option o where o.plan_id = $1) end`,
    steps: {
      edit: {
        call: ({ id, version, patient_id: patientId }) =>
          director.call(treatmentPlan.save, { ...planInput(patientId as string), id, version }),
        refusals: status('PLAN_LOCKED', 'STATUS_CHANGED'),
      },
      quote: {
        call: ({ id, version }) => director.call(treatmentPlan.quote, { id, version, validUntil: '2026-12-31' }),
        refusals: status('PLAN_LOCKED'),
      },
      accept: {
        call: async ({ id, version }) => {
          const { options } = await director.call(treatmentPlan.get, { id })
          return director.call(treatmentPlan.accept, { id, version, optionId: options[0]?.id as string })
        },
        refusals: status('PLAN_LOCKED', 'STATUS_CHANGED'),
      },
      refuse: {
        call: ({ id, version }) => director.call(treatmentPlan.refuse, { id, version, reason }),
        refusals: status('PLAN_LOCKED', 'STATUS_CHANGED'),
      },
      remove: {
        call: ({ id, version }) => director.call(treatmentPlan.remove, { id, version }),
        refusals: status('PLAN_LOCKED', 'STATUS_CHANGED'),
      },
    },
    without: ['lapse'],
    // They follow from the lines.
    unseen: [planStates.code.partly, planStates.code.completed],
  },
  orthodontic: {
    table: 'ortho_case',
    states: orthoStates,
    may: (move, from) => orthoStates.may(move as keyof typeof orthoStates.moves, from),
    make: async () =>
      (
        await doctor.call(orthodontic.open, {
          patientId: await newPatient({ respDoctorId: d1 }),
          requestId: requestId(),
        })
      ).id,
    ready: `, start_date = began_on, debond_date = began_on, end_date = case when $2::int in (6, 9) then began_on end,
            stop_reason = case when $2::int = 9 then '测试' else '' end`,
    steps: {
      edit: {
        call: ({ id, version, doctor_id: doctorId }) =>
          doctor.call(orthodontic.save, { id, version, doctorId: doctorId as string }),
        refusals: status('STATUS_CHANGED'),
      },
      bill: {
        call: ({ id, version }) =>
          doctor.call(orthodontic.firstBill, {
            id,
            version,
            tariffId: fixture.tariffs.a.cleaning,
            requestId: requestId(),
          }),
        refusals: status('STATUS_CHANGED'),
      },
      ...Object.fromEntries(
        (['diagnose', 'propose', 'start', 'debond', 'end', 'stop'] as const).map((step) => [
          step,
          {
            call: ({ id, version }: Row) => doctor.call(orthodontic.step, { id, version, step, reason }),
            refusals: status('STATUS_CHANGED'),
          },
        ]),
      ),
    },
    without: [],
  },
  exportTask: {
    table: 'export_task',
    states: exportTaskStates,
    may: (move, from) => exportTaskStates.may(move as keyof typeof exportTaskStates.moves, from),
    make: async () => {
      const { path } = contract.patient.export
      const { id } = await director.call(exportTask.ask, { path, input: { columns: ['name'] } })
      await app.application.services.jobs.drain('exportTask.run')
      return id
    },
    ready: `, run_id = case when $2::int = 1 then id end`,
    steps: {
      cancel: { call: ({ id }) => director.call(exportTask.cancel, { id }), refusals: status('STATUS_CHANGED') },
      retry: { call: ({ id }) => director.call(exportTask.retry, { id }), refusals: status('STATUS_CHANGED') },
      download: { call: ({ id }) => director.call(exportTask.download, { id }), refusals: status('STATUS_CHANGED') },
    },
    without: ['begin', 'giveBack', 'finish', 'fail', 'expire'],
  },
}

const rowOf = async (table: string, id: string): Promise<Row> => {
  const [row] = await app.sql<Row>(`select * from ${table} where id = $1`, [id])
  if (!row) throw new Error(`no ${table}`)
  return row
}
const logged = async () => (await app.sql<{ n: number }>('select count(*)::int as n from status_log'))[0]?.n
const nameOf = (code: number) => Object.entries(errorTable).find(([, entry]) => entry.code === code)?.[0]

describe.each(Object.entries(machines))('steps of %s', (_, machine) => {
  it('have a call that is tried here, or are named as having none', () => {
    expect([...Object.keys(machine.steps), ...machine.without].sort()).toEqual(Object.keys(machine.states.moves).sort())
  })

  it('are refused from every state that the table does not name, and change nothing', async () => {
    const id = await machine.make()
    const wrong: string[] = []
    let asked = 0
    for (const at of machine.states.sets.all) {
      if (machine.unseen?.includes(at)) continue
      await app.sql(`update ${machine.table} set status = $2::int ${machine.ready ?? ''} where id = $1`, [id, at])
      for (const [move, step] of Object.entries(machine.steps)) {
        if (machine.may(move, at) || step.also?.includes(at)) continue
        const before = { row: await rowOf(machine.table, id), log: await logged() }
        const answer = await step.call(before.row).then(
          () => 'went through',
          (error: unknown) => (error instanceof Refused ? nameOf(error.code) : String(error)),
        )
        asked += 1
        const after = { row: await rowOf(machine.table, id), log: await logged() }
        const named = step.refusals.some((name) => name === answer)
        const same = JSON.stringify(after) === JSON.stringify(before)
        if (!named || !same)
          wrong.push(
            `${move} from ${machine.states.names[at] ?? at}: ${answer}${same ? '' : ', and the row is changed'}`,
          )
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(machine.fewest ?? 5)
  })
})
