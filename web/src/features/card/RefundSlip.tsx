import { memberCard } from '@dentin/contract/card'
import type { WireOutput } from '@dentin/contract/core/call'
import type { PaperValues } from '@dentin/contract/core/print-papers'
import { formatYuanText } from '@dentin/kit/money'
import { MoneyPaperView, PaperText, personOnPaper } from '../../domain/money-paper.tsx'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall } from '../../lib/query.ts'
import { PrintPending } from '../../ui/index.ts'
import { spaced } from './words.ts'

/** The slip of what was given back of a card, for the patient's signature. Opening it counts as a print. */
export function CardRefundSlip({
  id,
  auto,
  onBack,
}: {
  id: string
  auto: boolean
  onBack?: (patientId: string | undefined) => void
}) {
  // Reading it counts as a print, so it is read once.
  const { data, error, refetch } = useCall(
    memberCard.refundSlip,
    { id, ...useAsPreview() },
    { staleTime: Infinity, keep: false },
  )
  const back = onBack && (() => onBack(data?.refund.patientId))
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={back} />
  const { refund: paper } = data
  const times = paper.kind === 3
  return (
    <MoneyPaperView
      kind="cardRefund"
      fileName={`退卡单 ${paper.refundNo}`}
      auto={auto}
      onBack={back}
      title="退卡单"
      number={paper.refundNo}
      moment={paper.paidAt?.slice(0, 16)}
      clinic={data.clinic}
      about={[...personOnPaper(paper), `${paper.typeName} ${spaced(paper.cardNo)}${paper.whole ? ' 全退' : ''}`]}
      sums={[
        { label: times ? '未用次数的金额' : '退本金', yuan: paper.principal },
        ...(Number(paper.keptAmount) > 0
          ? [{ label: times ? '已用次数按单次价补差' : '扣除会员优惠补差', yuan: `-${paper.keptAmount}` }]
          : []),
        ...paper.ways.map(({ name, amount }) => ({ label: `退${name}`, yuan: amount })),
        { label: '实退', yuan: paper.amount, strong: true },
        ...(times
          ? []
          : [
              { label: '赠金作废', yuan: paper.bonusTaken },
              { part: 'balance' as const, label: '退后本金', yuan: data.principalAfter },
              { part: 'balance' as const, label: '退后赠金', yuan: data.bonusAfter },
            ]),
      ]}
      words={{ label: '实退大写', text: data.amountInWords }}
      afterPart="reason"
      after={
        <PaperText>
          原因：{paper.reason}。申请 {paper.applicantName}
          {paper.approverName && `，审批 ${paper.approverName}`}。
          {Number(paper.bonusTaken) > 0 && `赠金 ${formatYuanText(paper.bonusTaken)} 元随本金作废，不退现。`}
          {paper.whole && '卡已退，不能再用。'}
        </PaperText>
      }
      operator={{ label: '经办人', name: paper.payerName ?? '' }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const valuesOf = ({ refund: paper, ...slip }: WireOutput<typeof memberCard.refundSlip>): PaperValues<'cardRefund'> => ({
  患者: paper.patientName,
  病历号: paper.medicalNumber,
  卡种: paper.typeName,
  卡号: spaced(paper.cardNo),
  原因: paper.reason,
  申请人: paper.applicantName,
  审批人: paper.approverName,
  经办人: paper.payerName,
  大写: slip.amountInWords,
  退本金: paper.principal,
  实退: paper.amount,
  赠金作废: paper.bonusTaken,
  退后本金: slip.principalAfter,
  退后赠金: slip.bonusAfter,
  退款: paper.ways.map(({ name, amount }) => ({ 方式: name, 金额: amount })),
})
