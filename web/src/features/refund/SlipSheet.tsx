import { parseTeeth } from '@dentin/clinical'
import { refundTypes } from '@dentin/contract/refund'
import { Money, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { ageText, genderWord } from '../../domain/person.ts'
import { useSlip, wayName } from './hooks.ts'
import s from './slip.module.css'

/** The slip of a refund that was paid, for the patient's signature. Opening it counts as a print. */
export function SlipSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useSlip(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { refund, clinic } = data
  const times = data.printCount > 1 ? `第 ${data.printCount} 次打印` : ''
  return (
    <PrintView title={`退费单 ${refund.refundNo}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a5"
        clinicName={clinic.name}
        title="退费单"
        contact={
          <>
            {clinic.address}
            <br />
            {clinic.phone}
          </>
        }
        number={
          <>
            {refund.refundNo}
            <br />
            {refund.refundedAt?.slice(0, 16)}
          </>
        }
        patient={
          <div className={s.person}>
            <span>
              {[refund.patientName, genderWord(refund.gender), ageText(refund.birthDay)].filter(Boolean).join('　')}
            </span>
            <span>病历号 {refund.medicalNumber}</span>
            <span>账单 {refund.billNo}</span>
          </div>
        }
        signatures={[{ label: '患者签名' }, { label: '经办人', content: refund.payerName }]}
        note={`打印时间 ${data.printedAt.slice(0, 16)}　${times}`}
      >
        <table className={s.items}>
          <thead>
            <tr>
              <th scope="col">退费项目</th>
              <th scope="col">牙位</th>
              <th scope="col" className={s.right}>
                数量
              </th>
              <th scope="col" className={s.right}>
                金额
              </th>
            </tr>
          </thead>
          <tbody>
            {refund.items.map((item) => (
              <tr key={item.billItemId}>
                <td>{item.name}</td>
                <td>{item.teeth && <ToothCross teeth={parseTeeth(item.teeth)} />}</td>
                <td className={s.right}>{item.qty > 0 ? `${item.qty} ${item.unit}` : '差价'}</td>
                <td className={s.right}>
                  <Money yuan={item.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className={s.sums}>
          <div>
            <dt>退项合计</dt>
            <dd>
              <Money yuan={refund.itemAmount} />
            </dd>
          </div>
          {Number(refund.arrearsAmount) > 0 && (
            <div>
              <dt>冲减欠费</dt>
              <dd>
                <Money yuan={`-${refund.arrearsAmount}`} />
              </dd>
            </div>
          )}
          {refund.ways.map((way) => (
            <div key={`${way.payMethodName}${way.part}`}>
              <dt>退到{wayName(way)}</dt>
              <dd>
                <Money yuan={way.amount} />
              </dd>
            </div>
          ))}
          <div className={s.strong}>
            <dt>实退</dt>
            <dd>
              <Money yuan={refund.refundAmount} />
            </dd>
          </div>
        </dl>
        <p className={s.words}>
          <span>
            实退大写：<b>{refund.amountInWords}</b>
          </span>
        </p>
        <p className={s.reason}>
          {refundTypes[refund.type as 1]}，原因：{refund.reason}
          {refund.remark && `（${refund.remark}）`}。申请 {refund.applicantName}
          {refund.approverName && `，审批 ${refund.approverName}`}。
        </p>
      </PrintPage>
    </PrintView>
  )
}
