import type { WireOutput } from '@dentin/contract/core/call'
import type { PaperValues } from '@dentin/contract/core/print-papers'
import type { prepay } from '@dentin/contract/prepay'
import { MoneyPaperView, PaperText, personOnPaper } from '../../domain/money-paper.tsx'
import { PrintPending } from '../../ui/index.ts'
import { useReceipt, useSlip } from './hooks.ts'

interface SheetProps {
  id: string
  auto: boolean
  onBack?: () => void
}

/**
 * The receipt of a prepayment: what was taken for what, by which ways, in words. Opening it counts as a print.
 * @param invoice the code by which whoever paid asks for an invoice; null when there is none, undefined as long as it is not known
 */
export function PrepayReceipt({
  id,
  auto,
  invoice,
  onBack,
}: SheetProps & { invoice: { code: string; url: string } | null | undefined }) {
  const { data, error, refetch } = useReceipt(id)
  if (error || !data || invoice === undefined)
    return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { prepay, ways, fromName } = data
  return (
    <MoneyPaperView
      kind="prepayReceipt"
      fileName={`预交金收据 ${prepay.prepayNo}`}
      auto={auto}
      onBack={onBack}
      title="预交金收据"
      number={prepay.prepayNo}
      moment={prepay.receivedAt.slice(0, 16)}
      clinic={data.clinic}
      about={[...personOnPaper(prepay), `用途 ${prepay.purpose}`]}
      sums={[
        ...(fromName
          ? [{ label: `由${fromName}转来`, yuan: prepay.amount }]
          : ways.map(({ name, amount, tradeNo }) => ({
              label: tradeNo ? `${name}（${tradeNo}）` : name,
              yuan: amount,
            }))),
        { label: '预交金', yuan: prepay.amount, strong: true },
        ...(Number(data.goneAmount) > 0 ? [{ label: '已退、转出', yuan: `-${data.goneAmount}` }] : []),
      ]}
      words={{ label: '金额大写', text: data.amountInWords }}
      afterPart="notice"
      after={
        <PaperText>
          {prepay.refundable ? '没有用完的部分可以退，退款凭本收据办理。' : '约定不退，用于支付治疗费用。'}
          {prepay.remark && `　备注：${prepay.remark}`}
        </PaperText>
      }
      operator={{ label: '收款人', name: prepay.receiverName }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      also={invoice ? { ...invoice, label: '扫码开发票' } : undefined}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={receiptValues(data)}
    />
  )
}

/** The slip of what was given back of a prepayment, for the patient's signature. Opening it counts as a print. */
export function PrepayReturnSlip({ id, auto, onBack }: SheetProps) {
  const { data, error, refetch } = useSlip(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { return: paper } = data
  return (
    <MoneyPaperView
      kind="prepayReturn"
      fileName={`预交金退款单 ${paper.returnNo}`}
      auto={auto}
      onBack={onBack}
      title="预交金退款单"
      number={paper.returnNo}
      moment={paper.paidAt?.slice(0, 16)}
      clinic={data.clinic}
      about={[...personOnPaper(paper), `${paper.purpose} ${paper.prepayNo}`]}
      sums={[
        ...paper.ways.map(({ name, amount }) => ({ label: `退${name}`, yuan: amount })),
        { label: '实退', yuan: paper.amount, strong: true },
        { part: 'balance', label: '退后余额', yuan: data.balanceAfter },
      ]}
      words={{ label: '实退大写', text: data.amountInWords }}
      afterPart="reason"
      after={
        <PaperText>
          原因：{paper.reason}。申请 {paper.applicantName}
          {paper.approverName && `，审批 ${paper.approverName}`}。
        </PaperText>
      }
      operator={{ label: '经办人', name: paper.payerName ?? '' }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={returnValues(data)}
    />
  )
}

const receiptValues = ({
  prepay: one,
  ...receipt
}: WireOutput<typeof prepay.receipt>): PaperValues<'prepayReceipt'> => ({
  患者: one.patientName,
  病历号: one.medicalNumber,
  用途: one.purpose,
  收款人: one.receiverName,
  备注: one.remark,
  大写: receipt.amountInWords,
  预交金: one.amount,
  付款: receipt.ways.map(({ name, amount }) => ({ 方式: name, 金额: amount })),
})

const returnValues = ({ return: paper, ...slip }: WireOutput<typeof prepay.slip>): PaperValues<'prepayReturn'> => ({
  患者: paper.patientName,
  病历号: paper.medicalNumber,
  用途: paper.purpose,
  预交金单号: paper.prepayNo,
  原因: paper.reason,
  申请人: paper.applicantName,
  审批人: paper.approverName,
  经办人: paper.payerName,
  大写: slip.amountInWords,
  实退: paper.amount,
  退后余额: slip.balanceAfter,
  退款: paper.ways.map(({ name, amount }) => ({ 方式: name, 金额: amount })),
})
