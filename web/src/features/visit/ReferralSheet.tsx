import { visit } from '@dentin/contract/visit'
import { briefGenderAge } from '../../domain/person.ts'
import { useCall } from '../../lib/query.ts'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { targetOf } from './referral.ts'
import s from './visit.module.css'

/** The letter that goes with a patient to another clinic or to a hospital. */
export function ReferralSheet({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch } = useCall(visit.referralGet, { id }, { keep: false, enabled: id !== '' })
  if (!id) return <PrintPending error="没有指明要打印哪一张转诊单" onBack={onBack} />
  if (!data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const parts = [
    ['主诉', data.chiefComplaint],
    ['看诊内容', data.title],
    ['过敏史', data.allergyHistory],
    ['病情摘要', data.summary],
    ['转诊原因', data.reason],
    ['随附资料', data.files.map(({ name }) => name).join('、')],
  ] as const
  return (
    <PrintView title={`转诊单 ${data.referralNo}`} onBack={onBack}>
      <PrintPage
        clinicName={data.fromClinicName}
        title="转诊单"
        contact={
          <>
            {data.fromClinicAddress}
            <br />
            {data.fromClinicPhone}
          </>
        }
        number={
          <>
            {data.referralNo}
            <br />
            {data.createdTime.slice(0, 16)}
          </>
        }
        patient={
          <div className={s.sheetPerson}>
            <span>
              {data.name}　{briefGenderAge(data)}
            </span>
            <span>病历号 {data.medicalNumber}</span>
            {data.mobile && <span>电话 {data.mobile}</span>}
          </div>
        }
        signatures={[{ label: '转诊医生', content: data.fromDoctorName }, { label: '接诊医生' }, { label: '日期' }]}
        note="请接诊医生将诊治结果告知转出门诊，以便后续随访。"
      >
        <p className={s.sheetTo}>
          <span>
            致：<b>{targetOf(data)}</b>
          </span>
          {data.toClinicAddress && <span>{[data.toClinicAddress, data.toClinicPhone].filter(Boolean).join('　')}</span>}
        </p>
        <dl className={s.sheetParts}>
          {parts
            .filter(([, text]) => text)
            .map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        <p className={s.sheetPlea}>兹转诊上述患者到贵处进一步诊治，请予接诊。</p>
      </PrintPage>
    </PrintView>
  )
}
