import { billing, VOUCHER_TYPE } from '@dentin/contract/billing'
import type { WireOutput } from '@dentin/contract/core/call'
import type { ColumnOf, PaperValues, PartOf } from '@dentin/contract/core/print-papers'
import {
  MoneyPaperView,
  personOnPaper,
  teethInWords,
  teethOnPaper,
  type PaperColumn,
  type PaperSum,
} from '../../domain/money-paper.tsx'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { Money, PrintPending } from '../../ui/index.ts'
import { useCall } from '../../lib/query.ts'

type Receipt = WireOutput<typeof billing.receipt>

/**
 * The receipt of a bill, on the clinic's paper or on what was chosen on this device. Opening it counts as a print.
 * @param invoice the code by which whoever paid asks for an invoice; null when there is none, undefined as long as it is not known
 */
export function ReceiptSheet({
  id,
  auto,
  invoice,
  onBack,
}: {
  id: string
  auto: boolean
  invoice: { code: string; url: string } | null | undefined
  onBack?: () => void
}) {
  // Reading it counts as a print, so it is read once.
  const { data, error, refetch } = useCall(
    billing.receipt,
    { id, ...useAsPreview() },
    { staleTime: Infinity, keep: false },
  )
  if (error || !data || invoice === undefined)
    return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { bill } = data
  return (
    <MoneyPaperView
      kind="receipt"
      fileName={`收费收据 ${bill.billNo}`}
      auto={auto}
      onBack={onBack}
      title="收费收据"
      number={bill.billNo}
      moment={bill.payTime?.slice(0, 16)}
      clinic={data.clinic}
      about={[
        ...personOnPaper(bill),
        ...(bill.doctorName ? [{ part: 'doctor', text: `医生 ${bill.doctorName}` } as const] : []),
      ]}
      table={{ columns, groups: [{ key: 'all', rows: bill.items }], keyOf: (item) => item.id }}
      sums={sumsOf(data)}
      words={{ label: '实收大写', text: data.amountInWords }}
      operator={{ label: '收费员', name: data.cashierName }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      also={invoice ? { ...invoice, label: '扫码开发票' } : undefined}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

type Item = Receipt['bill']['items'][number]
const columns: readonly PaperColumn<Item, ColumnOf<'receipt'>>[] = [
  { key: 'name', roll: 'name', render: (item) => item.name },
  { key: 'teeth', roll: 'name', render: (item, roll) => teethOnPaper(item.teeth, roll) },
  { key: 'price', numeric: true, roll: 'part', render: (item) => <Money yuan={item.price} /> },
  { key: 'qty', numeric: true, roll: 'part', render: (item) => `${item.qty} ${item.unit}` },
  {
    key: 'off',
    numeric: true,
    roll: 'part',
    render: (item) => Number(item.discountAmount) > 0 && <Money yuan={`-${item.discountAmount}`} />,
  },
  { key: 'amount', numeric: true, roll: 'end', render: (item) => <Money yuan={item.amount} /> },
]

const valuesOf = ({ bill, ...receipt }: Receipt): PaperValues<'receipt'> => ({
  患者: bill.patientName,
  病历号: bill.medicalNumber,
  医生: bill.doctorName,
  收费员: receipt.cashierName,
  大写: receipt.amountInWords,
  原价: bill.originalAmount,
  应收: bill.receivableAmount,
  实收: receipt.receivedAmount,
  已退: receipt.givenBackAmount,
  欠费: bill.arrearsAmount,
  明细: bill.items.map((item) => ({
    项目: item.name,
    牙位: teethInWords(item.teeth),
    数量: `${item.qty} ${item.unit}`,
    单价: item.price,
    优惠: item.discountAmount,
    金额: item.amount,
  })),
  付款: bill.payments.map((payment) => ({ 方式: wayOf(payment), 金额: payment.amount })),
})

function sumsOf({ bill, receivedAmount, givenBackAmount, cards }: Receipt): PaperSum<PartOf<'receipt'>>[] {
  const { steps } = bill
  const ladder: [label: string, yuan: string][] = [
    ['套餐优惠', steps.package],
    ['会员价', steps.memberPrice],
    ['会员折扣', steps.memberDiscount],
    [bill.coupons.map(({ name }) => name).join('、') || '优惠券', steps.coupon],
    ['单项折扣', steps.linePercent],
    ['整单折扣', steps.orderPercent],
    ['立减', steps.reduction],
    ['抹零', steps.rounding],
  ]
  const change = bill.payments.reduce((total, row) => total + Number(row.changeAmount), 0)
  const above = (yuan: string) => Number(yuan) > 0
  return [
    { label: '原价合计', yuan: bill.originalAmount },
    ...ladder
      .filter(([, yuan]) => above(yuan))
      .map(([label, yuan]) => ({ part: 'discounts' as const, label, yuan: `-${yuan}` })),
    { label: '应收', yuan: bill.receivableAmount, strong: true },
    ...(above(bill.returnedAmount) ? [{ label: '退项', yuan: `-${bill.returnedAmount}` }] : []),
    ...(above(bill.writtenOffAmount) ? [{ label: '核销', yuan: `-${bill.writtenOffAmount}` }] : []),
    ...bill.payments.map((payment) => ({ label: wayOf(payment), yuan: payment.amount })),
    { label: '实收', yuan: receivedAmount, strong: true },
    ...(above(givenBackAmount) ? [{ label: '已退', yuan: `-${givenBackAmount}` }] : []),
    ...(change > 0 ? [{ label: '找零', yuan: change.toFixed(2) }] : []),
    ...(above(bill.arrearsAmount) ? [{ label: '欠费', yuan: bill.arrearsAmount, strong: true }] : []),
    ...cards.map(({ typeName, cardNo, principal, bonus }) => ({
      part: 'cards' as const,
      label: `${typeName} ${cardNo.slice(-4)} 付后余`,
      text: (
        <>
          本金 <Money yuan={principal} />
          　赠金 <Money yuan={bonus} />
        </>
      ),
    })),
  ]
}

const wayOf = (payment: Receipt['bill']['payments'][number]): string =>
  [
    payment.payMethodName,
    payment.kind === 2 && '（还欠款）',
    payment.kind === 4 && '（退款）',
    payment.tenderedAmount && ` 收 ${payment.tenderedAmount}`,
    payment.payMethodType === VOUCHER_TYPE && payment.tradeNo && ` 券码 ${payment.tradeNo}`,
    payment.payUnitName && ` ${payment.payUnitName} ${payment.unitReference}`,
  ]
    .filter(Boolean)
    .join('')
