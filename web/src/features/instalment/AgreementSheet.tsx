import { instalmentPlanStates } from '@dentin/contract/instalment'
import { amountInWords, yuanToFen } from '@dentin/kit'
import { genderAge } from '../../domain/person.ts'
import { Money, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { usePlans } from './hooks.ts'
import s from './agreement.module.css'

/** The agreement as both sides sign it: what is owed, when which part of it is paid. */
export function AgreementSheet({ billId, auto, onBack }: { billId: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = usePlans(billId)
  const plan = data?.plans.find(({ status }) => instalmentPlanStates.is(status, 'holds'))
  if (error || !data || !plan)
    return (
      <PrintPending
        error={error?.message ?? (data && !plan ? '这张账单没有分期' : undefined)}
        onRetry={() => void refetch()}
        onBack={onBack}
      />
    )
  const { bill } = data
  const half = Math.ceil(plan.periods.length / 2)
  const columns = plan.periods.length > 12 ? [plan.periods.slice(0, half), plan.periods.slice(half)] : [plan.periods]
  return (
    <PrintView title={`分期付款协议 ${plan.planNo}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a4"
        clinicName={data.clinic.name}
        title="分期付款协议"
        contact={
          <>
            {data.clinic.address}
            <br />
            {data.clinic.phone}
          </>
        }
        number={
          <>
            {plan.planNo}
            <br />
            {plan.agreedAt.slice(0, 10)}
          </>
        }
        patient={
          <span>
            {bill.patientName} {genderAge(bill)}　病历号 {bill.medicalNumber}　账单 {bill.billNo}
          </span>
        }
        signatures={[{ label: '患者或监护人' }, { label: '门诊' }, { label: '日期' }]}
      >
        <p className={s.text}>
          本单应收 <Money yuan={bill.receivableAmount} /> 元，已付 <Money yuan={plan.firstAmount} /> 元，余款{' '}
          <Money yuan={plan.totalAmount} /> 元（{amountInWords(yuanToFen(plan.totalAmount))}）分 {plan.periods.length}{' '}
          期，每月 {plan.dueDay} 日前付清；没有这一日的月份为当月最后一日。
        </p>
        <div className={s.columns}>
          {columns.map((periods, n) => (
            <table key={n} className={s.items}>
              <thead>
                <tr>
                  <th scope="col">期</th>
                  <th scope="col">应付日</th>
                  <th scope="col" className={s.right}>
                    金额
                  </th>
                  <th scope="col" className={s.paidBy}>
                    付款签收
                  </th>
                </tr>
              </thead>
              <tbody>
                {periods.map((part) => (
                  <tr key={part.no}>
                    <td>{part.no}</td>
                    <td>{part.dueDate}</td>
                    <td className={s.right}>
                      <Money yuan={part.amount} />
                    </td>
                    <td aria-label="付款签收" />
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
        <p className={s.text}>
          提前付款不收费用，先抵最早的一期；治疗项目减少时，从最后一期减起。不能按期付款时，请在应付日前与门诊联系。
        </p>
        {plan.remark && <p className={s.text}>备注：{plan.remark}</p>}
      </PrintPage>
    </PrintView>
  )
}
