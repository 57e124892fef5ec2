import { memberCard } from '@dentin/contract/card'
import type { WireOutput } from '@dentin/contract/core/call'
import type { PaperValues } from '@dentin/contract/core/print-papers'
import { formatYuanText } from '@dentin/kit/money'
import { MoneyPaperView, PaperText, personOnPaper } from '../../domain/money-paper.tsx'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall } from '../../lib/query.ts'
import { PrintPending } from '../../ui/index.ts'
import { spaced } from './words.ts'

const titles: Readonly<Record<number, string>> = { 1: '开卡收据', 2: '充值收据', 11: '换卡收据' }
const feeWords: Readonly<Record<number, string>> = { 1: '卡费', 11: '换卡补差价' }

/**
 * The receipt of what was paid for a card: its price, what was recharged, what came with it, by which ways, in words. Opening it
 * counts as a print.
 * @param invoice the code by which whoever paid asks for an invoice; null when there is none, undefined as long as it is not known
 */
export function CardReceipt({
  id,
  auto,
  invoice,
  onBack,
}: {
  id: string
  auto: boolean
  invoice: { code: string; url: string } | null | undefined
  onBack?: (patientId: string | undefined) => void
}) {
  // Reading it counts as a print, so it is read once.
  const { data, error, refetch } = useCall(
    memberCard.receipt,
    { id, ...useAsPreview() },
    { staleTime: Infinity, keep: false },
  )
  const back = onBack && (() => onBack(data?.receipt.patientId))
  if (error || !data || invoice === undefined)
    return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={back} />
  const { receipt } = data
  const title = titles[receipt.type] ?? '会员卡收据'
  const stores = receipt.kind === 1
  const part = (label: string, yuan: string) => (Number(yuan) > 0 ? [{ label, yuan }] : [])
  return (
    <MoneyPaperView
      kind="cardReceipt"
      fileName={`${title} ${receipt.logNo}`}
      auto={auto}
      onBack={back}
      title={title}
      number={receipt.logNo}
      moment={receipt.createdAt.slice(0, 16)}
      clinic={data.clinic}
      about={[...personOnPaper(receipt), `${receipt.typeName} ${spaced(receipt.cardNo)}`]}
      sums={[
        ...part(feeWords[receipt.type] ?? '卡费', receipt.fee),
        ...part(`${receipt.timesDelta} 次的售价`, receipt.timesAmountDelta),
        ...part('充值本金', receipt.principalDelta),
        ...receipt.ways.map(({ name, amount, tradeNo }) => ({
          label: tradeNo ? `收${name}（${tradeNo}）` : `收${name}`,
          yuan: amount,
        })),
        { label: '实收', yuan: receipt.amount, strong: true },
        ...part('赠金', receipt.bonusDelta),
        ...(receipt.pointsDelta > 0 ? [{ label: '赠积分', text: `${receipt.pointsDelta} 分` }] : []),
        ...(stores
          ? [
              { part: 'balance' as const, label: '卡内本金', yuan: receipt.principalAfter },
              { part: 'balance' as const, label: '卡内赠金', yuan: receipt.bonusAfter },
            ]
          : []),
      ]}
      words={{ label: '实收大写', text: data.amountInWords }}
      afterPart="notice"
      after={
        <PaperText>
          {receipt.expireDate ? `有效期至 ${receipt.expireDate}。` : '长期有效。'}
          {Number(receipt.bonusDelta) > 0 &&
            `退卡时退本金，赠金 ${formatYuanText(receipt.bonusDelta)} 元按比例收回，不退现。`}
          {receipt.remark && `备注：${receipt.remark}。`}
          {receipt.salesName && `销售人 ${receipt.salesName}。`}
        </PaperText>
      }
      operator={{ label: '收款人', name: receipt.operatorName }}
      signatures={[{ label: '患者签名' }]}
      verify={data.verify}
      also={invoice ? { ...invoice, label: '扫码开发票' } : undefined}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const valuesOf = ({ receipt, amountInWords }: WireOutput<typeof memberCard.receipt>): PaperValues<'cardReceipt'> => ({
  患者: receipt.patientName,
  病历号: receipt.medicalNumber,
  卡种: receipt.typeName,
  卡号: spaced(receipt.cardNo),
  收款人: receipt.operatorName,
  备注: receipt.remark,
  大写: amountInWords,
  有效期: receipt.expireDate,
  实收: receipt.amount,
  充值本金: receipt.principalDelta,
  赠金: receipt.bonusDelta,
  卡内本金: receipt.principalAfter,
  卡内赠金: receipt.bonusAfter,
  付款: receipt.ways.map(({ name, amount }) => ({ 方式: name, 金额: amount })),
})
