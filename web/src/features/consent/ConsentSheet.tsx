import { consentBlocks, consentStates, signatureRoles, type SignatureRole } from '@dentin/contract/consent'
import type { RecordPaper } from '@dentin/contract/core/papers'
import type { ReactNode } from 'react'
import { usePaperChoice } from '../../domain/paper-choice.tsx'
import { PrintPage, PrintPending, PrintView, Logo } from '../../ui/index.ts'
import { useConsent } from './hooks.ts'
import { handwritingPath } from '@dentin/contract/handwriting-path'
import { genderWord } from './words.ts'
import s from './consent.module.css'

/** A consent on paper, with the signatures as they were written. */
export function ConsentSheet({
  id,
  pdf,
  onBack,
}: {
  id: string
  pdf: (paper: RecordPaper) => ReactNode
  onBack: () => void
}) {
  const found = useConsent(id)
  const { data } = found
  const { paper, choice } = usePaperChoice()
  if (!data) return <PrintPending error={found.error?.message} onRetry={() => void found.refetch()} onBack={onBack} />
  const { content } = data
  const ticked = content.ownRisks.filter((risk) => risk.ticked)
  const patientSigned = data.signatures.some(({ role }) => role === 'patient' || role === 'guardian')
  return (
    <PrintView
      title={`${data.templateName} ${data.patientName} ${data.consentNo}`}
      onBack={onBack}
      // What was signed is one sheet for ever: its paper is not chosen any more.
      extra={data.pdfHash === null && choice}
      printer={pdf(paper)}
    >
      <PrintPage
        paper={paper}
        logo={<Logo markOnly />}
        clinicName={data.clinicName}
        title={content.title}
        number={data.consentNo}
        patient={
          <>
            <b>{content.who.name}</b>　{genderWord(content.who.gender)}　
            {content.who.age === null ? '' : `${content.who.age}岁`}　病历号 {content.who.medicalNumber}
          </>
        }
        note={
          <>
            患者手写电子签名
            {data.textHash && `，正文校验 ${data.textHash.slice(0, 16)}`}
            {(data.signTime ?? data.emergency?.approvedAt) &&
              (data.pdfHash ? '，打印的是签署时留存的 PDF' : '，签署时未留存 PDF，按需生成')}
            {consentStates.is(data.status, 'void') &&
              `。本同意书已由 ${data.voidName} 于 ${data.voidTime?.slice(0, 16) ?? ''} 作废：${data.voidReason}`}
            {consentStates.is(data.status, 'open') && '。尚未签署完成'}
          </>
        }
      >
        <dl className={s.sheet}>
          {consentBlocks.map(({ key, name }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>{content[key] || '—'}</dd>
            </div>
          ))}
          {ticked.length > 0 && (
            <div>
              <dt>本人另有的风险</dt>
              <dd>
                {ticked.map(({ name, text, because }) => (
                  <p key={name}>
                    ☑ {name}
                    {because && `（${because}）`}：{text}
                  </p>
                ))}
              </dd>
            </div>
          )}
          <div>
            <dt>声明</dt>
            <dd>
              {content.ticks.map(({ text, ticked: isTicked }) => (
                <p key={text}>
                  {isTicked || patientSigned ? '☑' : '☐'} {text}
                </p>
              ))}
              <p>{content.declaration}</p>
            </dd>
          </div>
        </dl>
        {data.emergency?.approvedAt && (
          <div className={s.sheetEmergency}>
            <b>紧急情形，由门诊负责人批准（《民法典》第一千二百二十条）</b>
            <p>
              紧急时间 {data.emergency.at.slice(0, 16)}，不能取得患者或近亲属意见：{data.emergency.reason}
            </p>
            <p>
              申请：经治医生 {data.emergency.askedName} {data.emergency.askedAt.slice(0, 16)}　批准：门诊负责人{' '}
              {data.emergency.approvedName} {data.emergency.approvedAt.slice(0, 16)}（系统内批准）
            </p>
            <p>{patientSigned ? '患者（或近亲属）的签名为事后补签。' : '患者（或近亲属）尚未签名，待事后补签。'}</p>
          </div>
        )}
        {data.signatures
          .filter(({ role }) => role === 'sentence')
          .map(({ strokes }) => (
            <div key="sentence" className={s.sheetSentence}>
              <b>
                {signatureRoles.sentence}：{content.handSentence}
              </b>
              <svg viewBox={`0 0 ${strokes.width} ${strokes.height}`} role="img" aria-label="本人书写的句子">
                <path d={handwritingPath(strokes)} className={s.stroke} />
              </svg>
            </div>
          ))}
        <div className={s.sheetSigns}>
          {data.signatures
            .filter(({ role }) => role !== 'sentence')
            .map(({ role, name, strokes, signedAt }) => (
              <div key={role} className={s.sheetSign}>
                <svg viewBox={`0 0 ${strokes.width} ${strokes.height}`} role="img" aria-label={`${name}的手写签名`}>
                  <path d={handwritingPath(strokes)} className={s.stroke} />
                </svg>
                <span>
                  {signatureRoles[role as SignatureRole]}：{name}
                  {role === 'guardian' && `（${data.signerRelation}，证件尾号 ${data.signerIdTail}）`}　
                  {signedAt.slice(0, 16)}
                </span>
              </div>
            ))}
        </div>
      </PrintPage>
    </PrintView>
  )
}
