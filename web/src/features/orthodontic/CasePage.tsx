import { inMouth, wireRuns } from '@dentin/clinical/orthodontics/in-mouth'
import { monthText } from '@dentin/clinical/orthodontics/course'
import { lackingText } from '@dentin/clinical/orthodontics/picture-set'
import { applianceKind, wireText, type Appliance } from '@dentin/clinical/orthodontics/vocabulary'
import { parseTeeth } from '@dentin/clinical/teeth'
import { orthoVisitSummary, orthoFeeText } from '@dentin/contract/core/ortho-words'
import { orthoStates } from '@dentin/contract/orthodontic'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import {
  Button,
  EmptyState,
  ErrorLine,
  LinkButton,
  Notice,
  Page,
  PageTitle,
  SkeletonRows,
  StatusTag,
} from '../../ui/index.ts'
import { ArchPicture } from './ArchPicture.tsx'
import { monthsText } from './text.ts'
import { CaseDialog, FirstBillDialog, StepDialog } from './dialogs.ts'
import { useCase, type OrthoCase } from './hooks.ts'
import { stepsFrom, type StepName } from './steps.ts'
import { WireLine } from './WireLine.tsx'
import s from './case.module.css'

export interface CasePageProps {
  id: string
  bar: (patientId: string) => ReactNode
  recordTo: (id: string) => string
  /** The orthodontic record of a visit, begun when there is none. */
  writeTo: (patientId: string, treatmentId: string) => string
  /** Where the patient signs the plan; null: not for this person. */
  consentsTo: ((patientId: string) => string) | null
  picturesTo: (patientId: string) => string
  /** A bill at the desk; null: not for this person. */
  billTo: ((patientId: string, billId: string) => string) | null
  listTo: string
  /** Pictures of start and end side by side. */
  beforeAfter?: ((found: OrthoCase) => ReactNode) | undefined
  /** Papers that can be printed here, each with its buttons, put together by the page. */
  papers?: (found: OrthoCase) => readonly { title: string; buttons: ReactNode }[]
}

const nothing = () => undefined

/** A case: what is in the mouth now, its course, plan, pictures and the next step. */
export function CasePage(props: CasePageProps) {
  const { data, error, refetch } = useCase(props.id)
  if (!data)
    return (
      <Page padded={error !== null}>
        <PageTitle crumbs={[{ label: '正畸', to: props.listTo }]} />
        {error ? <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine> : <SkeletonRows rows={10} />}
      </Page>
    )
  return <Whole {...props} found={data} />
}

function Whole({
  found,
  bar,
  recordTo,
  writeTo,
  listTo,
  beforeAfter,
  papers,
  ...links
}: CasePageProps & { found: OrthoCase }) {
  const [dialog, setDialog] = useState<'edit' | 'bill' | StepName | null>(null)
  const mouth = useMemo(() => inMouth(found.visits), [found.visits])
  const gone = useMemo(() => new Set(found.gone), [found.gone])
  const planned = useMemo(() => new Set(parseTeeth(found.extraction).map(({ code }) => code)), [found.extraction])
  const fixed = found.appliance === null || applianceKind(found.appliance as Appliance) === 'fixed'
  const steps = found.can.edit ? stepsFrom(found.status) : []
  const [next] = steps
  const hasMouth = orthoStates.is(found.status, 'worn') && found.visits.length > 0
  return (
    <Page>
      <PageTitle
        sub={found.caseNo}
        mobileActions={
          next && next.name !== 'stop' ? (
            <Button size="sm" variant="primary" onClick={() => setDialog(next.name)}>
              {next.label}
            </Button>
          ) : (
            <StatusTag kind={orthoStates} value={found.status} />
          )
        }
        crumbs={[{ label: '正畸', to: listTo }]}
        extra={
          <>
            <StatusTag kind={orthoStates} value={found.status} />
            {found.can.edit && (
              <Button size="sm" variant="text" icon="pencil" onClick={() => setDialog('edit')}>
                修改
              </Button>
            )}
            {found.visitToday && orthoStates.is(found.status, 'open') && (
              <LinkButton size="sm" variant="tint" icon="file-edit" to={writeTo(found.patientId, found.visitToday)}>
                {orthoStates.is(found.status, 'worn') ? '写复诊' : '写检查'}
              </LinkButton>
            )}
            {steps.map((step) => (
              <Button
                key={step.name}
                size="sm"
                variant={step === next && step.name !== 'stop' ? 'primary' : step.name === 'stop' ? 'text' : 'default'}
                onClick={() => setDialog(step.name)}
              >
                {step.label}
              </Button>
            ))}
          </>
        }
      />
      {bar(found.patientId)}
      <div className={s.columns}>
        <div className={s.main}>
          <Missing found={found} {...links} />
          <section className={s.block}>
            <h2>
              口内现在
              {found.month !== null && (
                <span className="secondary num t-13">{monthText(found.month, found.months)}</span>
              )}
            </h2>
            {hasMouth ? (
              <>
                <ArchPicture
                  mouth={mouth}
                  gone={gone}
                  planned={planned}
                  fixed={fixed}
                  readOnly
                  onTooth={nothing}
                  onJoin={nothing}
                  onElastic={nothing}
                />
                <p className={s.now}>
                  {fixed
                    ? `上 ${mouth.upper ? wireText(mouth.upper.what) : '无'}　下 ${mouth.lower ? wireText(mouth.lower.what) : '无'}`
                    : mouth.tray && `第 ${mouth.tray.what.no} / ${mouth.tray.what.total} 副，${mouth.tray.since} 起`}
                </p>
              </>
            ) : (
              <p className="tertiary">{orthoStates.is(found.status, 'worn') ? '还没有复诊记录' : '没有戴矫治器'}</p>
            )}
          </section>
          {fixed && found.visits.length > 0 && (
            <section className={s.block}>
              <h2>弓丝走过</h2>
              {(['upper', 'lower'] as const).map((arch) => (
                <WireLine key={arch} arch={arch} runs={wireRuns(found.visits, arch)} />
              ))}
            </section>
          )}
          <Course found={found} recordTo={recordTo} />
          {beforeAfter && (
            <section className={s.block}>
              <h2>前后对照</h2>
              {beforeAfter(found)}
            </section>
          )}
        </div>
        <aside className={s.facts} aria-label="方案与保持">
          <Facts found={found} billTo={links.billTo} onBill={() => setDialog('bill')} />
          {papers?.(found).map(({ title, buttons }) => (
            <Fragment key={title}>
              <h2 className={s.paperHead}>{title}</h2>
              <div className={s.paper}>{buttons}</div>
            </Fragment>
          ))}
        </aside>
      </div>
      {dialog === 'edit' && <CaseDialog found={found} onClose={() => setDialog(null)} />}
      {dialog === 'bill' && <FirstBillDialog found={found} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'edit' && dialog !== 'bill' && (
        <StepDialog found={found} step={dialog} onClose={() => setDialog(null)} />
      )}
    </Page>
  )
}

/** What stands in the way of the start or the end: the signature and the pictures, by name. */
function Missing({
  found,
  consentsTo,
  picturesTo,
}: Pick<CasePageProps, 'consentsTo' | 'picturesTo'> & { found: OrthoCase }) {
  const before = orthoStates.is(found.status, 'diagnosed', 'planning')
  const pictures = (before ? found.lackingAtStart : found.lackingAtEnd).filter(({ kind }) => kind !== null)
  const shows = before || orthoStates.is(found.status, 'retention')
  return (
    <>
      {(before || found.planChanged) && !found.planSigned && orthoStates.is(found.status, 'open') && (
        <Notice
          tone="wait"
          icon="signature"
          className={s.notice}
          action={consentsTo && <Link to={consentsTo(found.patientId)}>去签字</Link>}
        >
          {found.planChanged
            ? '方案在签字后改过，请患者重新签《正畸治疗知情同意书》'
            : '还没有签字的方案，签《正畸治疗知情同意书》后才能开始'}
        </Notice>
      )}
      {shows && pictures.length > 0 && (
        <Notice
          tone="wait"
          icon="image"
          className={s.notice}
          action={<Link to={picturesTo(found.patientId)}>去拍</Link>}
        >
          {before ? '开始' : '结束'}影像缺：{lackingText(pictures)}
        </Notice>
      )}
    </>
  )
}

/** The texts of the case, the newest first. */
function Course({ found, recordTo }: { found: OrthoCase; recordTo: (id: string) => string }) {
  return (
    <section className={s.block}>
      <h2>
        病历 <span className="tertiary t-13 num">{found.records.length}</span>
      </h2>
      {found.records.length === 0 ? (
        <EmptyState icon="file" title="还没有正畸病历" hint="患者就诊后，在「病历」里写正畸病历" />
      ) : (
        <ol className={s.course}>
          {found.records.map((record) => {
            const visit = found.visits.find(({ recordId }) => recordId === record.id)?.visit
            return (
              <li key={record.id}>
                <Link to={recordTo(record.id)} className="num">
                  {record.visitTime.slice(0, 10)}
                </Link>
                <span className={s.what}>{visit ? orthoVisitSummary(visit) || '复诊' : '检查与方案'}</span>
                <span className="tertiary t-12">{record.doctorName}</span>
                <StatusTag kind="record" value={record.status} look="plain" />
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

function Facts({ found, billTo, onBill }: { found: OrthoCase; billTo: CasePageProps['billTo']; onBill: () => void }) {
  const facts: [string, ReactNode][] = [
    ['医生', found.doctorName],
    ['方案', found.planName],
    ['矫治器', found.appliance],
    ['槽沟', found.slot],
    ['拔牙', found.extraction.replaceAll(';', ' ')],
    ['疗程', found.months === null ? null : `约 ${found.months} 月`],
    ['费用', found.fee && orthoFeeText(found.fee)],
    ['初诊', found.beganOn],
    ['开始', found.startDate],
    ['拆除', found.debondDate],
    ['上颌保持器', found.retainerUpper],
    ['下颌保持器', found.retainerLower],
    ['佩戴', found.retentionHours === null ? null : `每天 ${found.retentionHours} 小时`],
    ['保持期', found.retentionMonths === null ? null : `${found.retentionMonths} 月`],
    ['保持计划', found.retentionPlan],
    ['复查', orthoStates.is(found.status, 'worn') && monthsText(found.recallMonths)],
    ['结束时咬合', found.finalRelation],
    ['满意度', found.satisfaction === null ? null : `${found.satisfaction} / 5`],
    ['结束', found.endDate],
    ['中止原因', found.stopReason],
    ['备注', found.remark],
  ]
  return (
    <>
      <h2>方案与保持</h2>
      <dl className={s.list}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <FirstBill found={found} billTo={billTo} onBill={onBill} />
    </>
  )
}

/** The bill of the down payment, or the button that makes it. */
function FirstBill({ found, billTo, onBill }: Parameters<typeof Facts>[0]) {
  const { firstBill, fee } = found
  if (firstBill) {
    const text = (
      <>
        {firstBill.isWhole ? '全款单' : '首付单'} <span className="num">{firstBill.billNo}</span>
      </>
    )
    return (
      <p className={s.bill}>
        {billTo ? <Link to={billTo(found.patientId, firstBill.id)}>{text}</Link> : text}
        <StatusTag kind="bill" value={firstBill.status} look="plain" />
      </p>
    )
  }
  if (!fee || Number(fee.total) === 0 || !found.can.bill) return null
  return (
    <Button size="sm" variant="tint" icon="receipt" className={s.bill} onClick={onBill}>
      开单
    </Button>
  )
}
