import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { instalmentPlanStates } from '@dentin/contract/instalment'
import { MoneyPaperView, PaperText, personOnPaper, type PaperColumn } from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { useAgreement, type Agreement } from './hooks.ts'

/** The agreement as both sides sign it: what is owed, when which part of it is paid. Opening it counts as a print. */
export function AgreementSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useAgreement(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { bill, plan } = data
  const isFormer = !instalmentPlanStates.is(plan.status, 'holds')
  return (
    <MoneyPaperView
      kind="agreement"
      fileName={`分期付款协议 ${plan.planNo}`}
      auto={auto}
      onBack={onBack}
      title="分期付款协议"
      number={`${plan.planNo} 第 ${plan.versionNo} 版`}
      moment={
        isFormer
          ? `${plan.agreedAt.slice(0, 10)}　${instalmentPlanStates.names[plan.status as 1]}`
          : plan.agreedAt.slice(0, 10)
      }
      clinic={data.clinic}
      about={[...personOnPaper(bill), `账单 ${bill.billNo}`]}
      lead={
        <>
          <PaperText>
            本单应收 <Money yuan={bill.receivableAmount} /> 元，首付 <Money yuan={plan.firstAmount} /> 元，余款{' '}
            <Money yuan={plan.totalAmount} /> 元分 {plan.periods.length} 期，每月 {plan.dueDay}{' '}
            日前付清；没有这一日的月份为当月最后一日。
          </PaperText>
          {plan.reason && <PaperText>本协议代替此前的约定，改签原因：{plan.reason}。</PaperText>}
          {Number(plan.cancelledAmount) > 0 && (
            <PaperText>
              约定后因退费或核销减去 <Money yuan={plan.cancelledAmount} /> 元，从最后一期减起；下表为约定时的各期。
            </PaperText>
          )}
          {isFormer && <PaperText>本协议{plan.endReason && `因${plan.endReason}`}已不再执行，仅供查阅。</PaperText>}
        </>
      }
      table={{
        columns,
        groups: [{ key: 'all', rows: plan.periods }],
        keyOf: ({ no }) => String(no),
        foot: { no: '合计', amount: <Money yuan={plan.totalAmount} /> },
        halves: true,
      }}
      words={{ label: '余款大写', text: data.totalInWords }}
      operator={{ label: '经办人', name: plan.creatorName }}
      after={
        <>
          <PaperText>一、提前付款不收费用，先抵最早的一期；治疗项目减少时，从最后一期减起。</PaperText>
          <PaperText>
            二、到应付日未付清即为逾期，门诊会以短信、电话或催款函提醒；逾期期间门诊可以暂缓非紧急的治疗，直到付清到期的各期。
          </PaperText>
          <PaperText>
            三、不能按期付款时，请在应付日前与门诊联系，双方同意后改签；改签后本协议作废，以新协议为准。
          </PaperText>
          {plan.remark && <PaperText>备注：{plan.remark}</PaperText>}
        </>
      }
      signatures={[
        { label: '患者签名' },
        ...(data.isMinor === false
          ? []
          : [{ label: data.isMinor ? '监护人签名（关系）' : '监护人签名（未成年时）', must: true }]),
        { label: '门诊盖章' },
        { label: '日期' },
      ]}
      verify={data.verify}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const valuesOf = ({ bill, plan, totalInWords }: Agreement): PaperValues<'agreement'> => ({
  患者: bill.patientName,
  病历号: bill.medicalNumber,
  账单: bill.billNo,
  期数: String(plan.periods.length),
  每月应付日: String(plan.dueDay),
  经办人: plan.creatorName,
  大写: totalInWords,
  应收: bill.receivableAmount,
  首付: plan.firstAmount,
  余款: plan.totalAmount,
  分期: plan.periods.map(({ no, dueDate, amount }) => ({ 期: String(no), 应付日: dueDate, 金额: amount })),
})

const columns: readonly PaperColumn<Agreement['plan']['periods'][number], ColumnOf<'agreement'>>[] = [
  { key: 'no', roll: 'name', render: ({ no }, roll) => (roll ? `第 ${no} 期` : no) },
  { key: 'due', roll: 'part', render: ({ dueDate }) => dueDate },
  { key: 'amount', numeric: true, roll: 'end', render: ({ amount }) => <Money yuan={amount} /> },
  { key: 'signed', blank: true, render: () => <span aria-label="付款签收" /> },
]
