import { paper } from '@dentin/contract/paper'
import { recordKinds, type RecordType } from '@dentin/contract/core/record-kinds'
import { recordStates } from '@dentin/contract/core/status'
import { recordKindWords, visitWords } from '@dentin/contract/core/record-origins'
import { visitSlots } from '@dentin/contract/core/picture-kinds'
import { record } from '@dentin/contract/record'
import { visit } from '@dentin/contract/visit'
import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { ageYears, genderAge } from '../../../domain/person.ts'
import { NextVisit, appointmentReads } from '../../../features/appointment/index.ts'
import { RecordBills } from '../../../features/billing/index.ts'
import { ConsentsBeside, EmergencyLine } from '../../../features/consent/index.ts'
import { PicturesBeside, PicturesOfLine } from '../../../features/picture/index.ts'
import { hasAlerts, PatientAlerts, PatientBar } from '../../../features/patient/index.ts'
import { OverstepLine, RecordPrescriptions } from '../../../features/prescription/index.ts'
import {
  MouthOverTime,
  OtherKinds,
  PatientRecords,
  RecordEditor,
  RecordWork,
  useRecord,
  useRecordOfVisit,
  useRestore,
  type RecordDetail,
  type SpecialParts,
} from '../../../features/record/index.ts'
import { ChartList, PerioPane, type PerioSlots } from '../../../features/perio/index.ts'
import { PdfButtons } from '../../../features/paper/index.ts'
import { ExamPane, useCase, VisitPane, VisitSide } from '../../../features/orthodontic/index.ts'
import { deferred } from '../../../lib/deferred.ts'
import { can } from '../../../lib/permission.ts'
import { useSend } from '../../../lib/query.ts'
import {
  Avatar,
  Button,
  ErrorLine,
  InfoBar,
  LinkButton,
  Page,
  PageTitle,
  SkeletonRows,
  type Unsaved,
  StatusTag,
  Tabs,
  toast,
  urlEnum,
  urlOptional,
  useIsMobile,
  useUrlState,
  useIsNarrow,
  type IconName,
} from '../../../ui/index.ts'
import { followTo, planTo, recordTo } from '../../parts/patient-links.ts'
import s from './patient-medical-record.module.css'

const RecordPlan = deferred(async () => (await import('../../../features/treatment-plan/index.ts')).RecordPlan)
const RecordFollowUps = deferred(async () => (await import('../../../features/follow-up/index.ts')).RecordFollowUps)
const RecordSeals = deferred(async () => (await import('../../../features/record-seal/index.ts')).RecordSeals)

const state = {
  id: urlOptional,
  patientId: urlOptional,
  treatmentId: urlOptional,
  /** Which record of the visit: 2 the orthodontic one, 3 the periodontal one. */
  recordType: urlEnum(['1', '2', '3'], '1'),
  /** view: to be read only, print: on paper. */
  mode: urlEnum(['edit', 'view', 'print'], 'edit'),
  /** Of a patient: the records, or the mouth they tell of. */
  show: urlEnum(['records', 'mouth', 'perio'], 'records'),
}

/** /patientMedicalRecord: what is to be written; with ?patientId= a patient's records; with ?id= the editor, or as ?mode= says. */
export default function PatientMedicalRecord() {
  const [{ id, patientId, treatmentId, recordType, mode }] = useUrlState(state)
  const navigate = useNavigate()
  const open = (next: string) => void navigate(recordTo(next))
  if (id && mode === 'print') return <Navigate replace to={`/patientMedicalRecord/print?id=${id}`} />
  if (id) return <RecordPage key={id} id={id} readOnly={mode === 'view'} />
  if (patientId && treatmentId)
    return (
      <OpenVisit
        key={treatmentId}
        patientId={patientId}
        treatmentId={treatmentId}
        type={Number(recordType) as RecordType}
      />
    )
  if (patientId) return <RecordsPage patientId={patientId} />
  return (
    <Page>
      <PageTitle
        extra={
          can('/myTemplete:view') && (
            <LinkButton to="/myTemplete" size="sm" variant="text" icon="file-edit">
              模板管理
            </LinkButton>
          )
        }
      />
      {can('/patientConsent:view') && <EmergencyLine to="/patientConsent" />}
      {can('/prescription:view') && <OverstepLine to="/prescription?tab=overstep" />}
      <RecordWork
        onOpen={open}
        empty={
          can('/inTreatment:view') && (
            <LinkButton to="/dashboard" variant="primary">
              看今日就诊
            </LinkButton>
          )
        }
      />
    </Page>
  )
}

/** The records of a patient. */
function RecordsPage({ patientId, problem }: { patientId: string; problem?: string }) {
  const navigate = useNavigate()
  const [{ show }, set] = useUrlState(state)
  const open = (id: string) => void navigate(recordTo(id))
  return (
    <Page>
      <PageTitle
        title={{ mouth: '口腔随时间', records: '患者病历', perio: '牙周检查' }[show]}
        crumbs={[{ label: '病历', to: '/patientMedicalRecord' }]}
      />
      <PatientBar id={patientId} size="compact" />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <Tabs
        label="患者病历"
        inset="gutter"
        value={show}
        items={[
          { key: 'records', label: '病历' },
          { key: 'mouth', label: '口腔随时间' },
          { key: 'perio', label: '牙周检查' },
        ]}
        onChange={(next) => set({ show: next })}
      />
      {show === 'perio' ? (
        <div className={s.perio}>
          <ChartList patientId={patientId} recordTo={recordTo} />
        </div>
      ) : show === 'mouth' ? (
        <MouthOverTime patientId={patientId} onOpen={open} />
      ) : (
        <PatientRecords
          patientId={patientId}
          onOpen={open}
          seals={<RecordSeals patientId={patientId} />}
          printAllTo={`/patientMedicalRecord/print?patientId=${patientId}`}
        />
      )}
    </Page>
  )
}

/** ?treatmentId=: the record of a visit, begun when there is none and this person may write it. */
function OpenVisit({ patientId, treatmentId, type }: { patientId: string; treatmentId: string; type: RecordType }) {
  const navigate = useNavigate()
  const found = useRecordOfVisit(patientId, treatmentId, type)
  const target = found.id
  useEffect(() => {
    if (target) void navigate(recordTo(target), { replace: true })
  }, [target, navigate])
  if (found.problem !== null) return <RecordsPage patientId={patientId} problem={found.problem} />
  return (
    <Page>
      <PageTitle title={recordKinds[type].name} crumbs={[{ label: '病历', to: '/patientMedicalRecord' }]} />
      <PatientBar id={patientId} size="compact" />
      <SkeletonRows rows={12} />
    </Page>
  )
}

function RecordPage({ id, readOnly }: { id: string; readOnly: boolean }) {
  useEffect(() => RecordEditor.preload(), [])
  const { data, error, refetch, isFetching } = useRecord(id)
  const [mobile, narrow] = [useIsMobile(), useIsNarrow()]
  const navigate = useNavigate()
  // Where a kind of record with a picture of its own puts what is done with it.
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const crumbs = [{ label: '病历', to: '/patientMedicalRecord' }]
  if (!data)
    return (
      <Page padded={error !== null}>
        <PageTitle title="普通病历" crumbs={crumbs} />
        {error ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={12} />
        )}
      </Page>
    )
  return (
    <Page>
      <PageTitle
        title={mobile ? data.patientName : recordKinds[data.recordType].name}
        sub={
          mobile
            ? [genderAge(data, data.visitTime), recordKindWords(data), data.recordNo].join('　')
            : narrow
              ? undefined
              : data.recordNo
        }
        crumbs={crumbs}
        extra={
          <>
            <StatusTag kind="record" value={data.status} />
            {can('/caseList:edit') && data.fileOpen && !recordStates.is(data.status, 'deleted') && (
              <HeadLink to={`/caseEdit?recordId=${id}`} icon="image" words="做成案例" compact={narrow} />
            )}
            <OtherKinds of={data} compact={narrow} onOpen={(other) => void navigate(recordTo(other))} />
            {can('/patientConsent:view') && (
              <HeadLink
                to={`/patientConsent?patientId=${data.patientId}&recordId=${id}`}
                icon="signature"
                words="同意书"
                compact={narrow}
              />
            )}
          </>
        }
        mobileActions={<StatusTag kind="record" value={data.status} />}
      />
      {mobile ? (
        <PhoneAlerts detail={data} />
      ) : data.fileOpen ? (
        <PatientBar
          id={data.patientId}
          size="compact"
          facts={<VisitFacts of={data} />}
          figures={data.recordType !== 3}
          actions={data.recordType === 3 && <span ref={setActions} className={s.actions} />}
        />
      ) : (
        <RecordBar detail={data} actions={data.recordType === 3 && <span ref={setActions} className={s.actions} />} />
      )}
      <Editor
        key={`${phaseOf(data)}.${data.versionCount}`}
        data={readOnly ? onlyToRead(data) : data}
        readOnly={readOnly}
        actions={actions}
      />
    </Page>
  )
}

/** What a record leads to, in the head of its page; on a tablet its sign alone, else it would lie under the search. */
function HeadLink({ to, icon, words, compact }: { to: string; icon: IconName; words: string; compact: boolean }) {
  const sign = compact ? { 'aria-label': words, title: words } : {}
  return (
    <LinkButton to={to} size="sm" variant="text" icon={icon} {...sign}>
      {!compact && words}
    </LinkButton>
  )
}

/** What of a record's patient is dangerous. */
const alarming = (detail: RecordDetail) => ({ ...detail, patientType: 1 })

function VisitFacts({ of }: { of: RecordDetail }) {
  return (
    <>
      <span>{recordKindWords(of)}</span>
      <span className="num">{visitWords(of.origin, of.visitTime).slice(5)}</span>
      <span>{[of.deptName, of.doctorName].filter(Boolean).join(' ')}</span>
    </>
  )
}

/** Who it is about for somebody who reads the record and may not open the file: what the record says, and what is dangerous. */
function RecordBar({ detail, actions }: { detail: RecordDetail; actions: ReactNode }) {
  return (
    <InfoBar
      size="compact"
      lead={<Avatar gender={detail.gender} age={ageYears(detail.birthDay)} size={32} />}
      title={detail.patientName}
      aside={<span className="secondary t-13">{genderAge(detail, detail.visitTime)}</span>}
      alerts={hasAlerts(alarming(detail)) ? <PatientAlerts patient={alarming(detail)} /> : undefined}
      facts={<VisitFacts of={detail} />}
      actions={actions}
    />
  )
}

/** On the phone the head says who it is; what is dangerous stands in red under it. */
function PhoneAlerts({ detail }: { detail: RecordDetail }) {
  if (!hasAlerts(alarming(detail))) return null
  return (
    <div className={s.alerts}>
      <PatientAlerts patient={alarming(detail)} />
    </div>
  )
}

/** A record as somebody has it who may read and print it. */
const onlyToRead = (data: RecordDetail): RecordDetail => ({
  ...data,
  can: { ...data.can, edit: false, sign: false, amend: false, remove: false, finish: false },
})

/** The editor begins anew when the record is locked, opened or taken away, not when its text is saved. */
function phaseOf(data: RecordDetail): string {
  return recordStates.is(data.status, 'draft', 'submitted') ? 'open' : String(data.status)
}

/** The parts of an orthodontic record: its picture and chips above, figures beside. */
function useOrthoParts(data: RecordDetail): SpecialParts | undefined {
  const visitOf = data.content.orthoVisit
  const found = useCase(visitOf?.caseId ?? null).data
  if (data.content.orthoExam)
    return { sections: ['orthoExam', 'orthoVisit'], withoutChart: true, top: (text) => <ExamPane text={text} /> }
  if (!visitOf || !found) return undefined
  const lent = { found, recordId: data.id, day: data.visitTime.slice(0, 10) }
  return {
    sections: ['orthoExam', 'orthoVisit'],
    withoutChart: true,
    top: (text) => <VisitPane text={text} {...lent} />,
    side: {
      label: '复诊',
      width: 332,
      content: (text) => (
        <VisitSide
          text={text}
          {...lent}
          wear={can('/patientMedicalRecord:print') && <PdfButtons call={paper.orthoWear} input={{ id: found.id }} />}
          pictures={
            can('/imageData:view') && (
              <PicturesBeside
                of={{ recordId: data.id }}
                patientId={data.patientId}
                wanted={{ kinds: visitSlots, day: lent.day, stage: '正畸复诊' }}
              />
            )
          }
        />
      ),
    },
  }
}

/** The parts of a periodontal record: the chart above, figures beside, what is done with it beside the patient's name. */
function usePerioParts(
  data: RecordDetail,
  readOnly: boolean,
  slots: Pick<PerioSlots, 'actions'>,
): SpecialParts | undefined {
  const navigate = useNavigate()
  const [side, setSide] = useState<HTMLElement | null>(null)
  const [unsent, setUnsent] = useState<Unsaved | null>(null)
  if (data.recordType !== 3) return undefined
  return {
    sections: ['perio'],
    withoutChart: true,
    unsent,
    top: (text) => (
      <PerioPane
        lent={{
          recordId: data.id,
          patientId: data.patientId,
          patientName: data.patientName,
          fileOpen: data.fileOpen,
          readOnly,
          slots: { ...slots, side },
          flush: text.flush,
          onMouth: text.readOnly ? null : text.mark,
          onUnsent: setUnsent,
          chartId: data.content.perio?.chartId ?? null,
          onPlan: (plan) => void navigate(planTo(plan)),
          recordTo,
        }}
      />
    ),
    side: { label: '汇总', width: 288, content: () => <div ref={setSide} className={s.side} /> },
  }
}

function Editor({ data, readOnly, actions }: { data: RecordDetail; readOnly: boolean; actions: HTMLElement | null }) {
  const navigate = useNavigate()
  const restore = useRestore()
  const ortho = useOrthoParts(data)
  const special = usePerioParts(data, readOnly, { actions }) ?? ortho
  const finish = useSend(visit.finish, { refresh: [record.get, record.work, ...appointmentReads] })
  return (
    <RecordEditor
      detail={data}
      special={special}
      printTo={`/patientMedicalRecord/print?id=${data.id}`}
      onRemoved={() => void navigate(`/patientMedicalRecord?patientId=${data.patientId}`)}
      doseTo={can('/anestheticCount:view') ? `/countDetail?patientId=${data.patientId}` : null}
      billTo={(billId) => `/orderSet?billId=${billId}`}
      prescriptions={
        can('/prescription:view') && data.fileOpen && !recordStates.is(data.status, 'deleted') ? (
          <RecordPrescriptions
            subject={{
              patientId: data.patientId,
              patientName: data.patientName,
              gender: data.gender,
              birthDay: data.birthDay,
              recordId: data.id,
              diagnosis: data.content.diagnoses
                .map(({ icdName }) => icdName)
                .filter(Boolean)
                .join('；'),
              weightKg: data.content.generalCondition.weight,
              pregnancy: data.content.generalCondition.pregnancy,
              pregnancyWeek: data.content.generalCondition.pregnancyWeek,
            }}
            rxTo={(rx) => `/prescription?tab=all&id=${rx}`}
          />
        ) : undefined
      }
      plan={
        can('/treatmentPlan:view') && data.fileOpen && !recordStates.is(data.status, 'deleted')
          ? (save) => (
              <RecordPlan
                recordId={data.id}
                save={save}
                planTo={planTo}
                newTo={`/treatmentPlan?patientId=${data.patientId}&recordId=${data.id}`}
                onMade={(plan) => void navigate(planTo(plan))}
              />
            )
          : undefined
      }
      bills={
        <>
          {can('/orderSet:view') && <RecordBills recordId={data.id} />}
          {can('/followManagementList:view') && data.fileOpen && (
            <RecordFollowUps patientId={data.patientId} recordId={data.id} linkTo={followTo} />
          )}
        </>
      }
      linePictures={
        can('/imageData:view') && !recordStates.is(data.status, 'deleted')
          ? (line) => <PicturesOfLine {...line} recordId={data.id} patientId={data.patientId} />
          : undefined
      }
      consents={
        recordStates.is(data.status, 'deleted') ? undefined : (
          <>
            {can('/imageData:view') && (!special?.side || data.recordType === 3) && (
              <PicturesBeside of={{ recordId: data.id }} patientId={data.patientId} />
            )}
            {can('/patientConsent:view') && (
              <ConsentsBeside
                patientId={data.patientId}
                of={{ recordId: data.id }}
                editable={data.can.edit || data.can.sign}
                onOpen={(consentId) => void navigate(`/patientConsent?id=${consentId}`)}
              />
            )}
          </>
        )
      }
      next={
        can('/myAppointmentBoard:add') && data.fileOpen && !recordStates.is(data.status, 'deleted') ? (
          <NextVisit
            recordId={data.id}
            patient={{ id: data.patientId, name: data.patientName }}
            doctorId={data.doctorId}
            visitTime={data.visitTime}
            proposal={data.content.nextVisit}
          />
        ) : undefined
      }
      onFinish={async () => {
        if (!data.registrationId) return
        try {
          await finish.mutateAsync({ registrationId: data.registrationId })
          toast.success(`${data.patientName} 诊毕，到前台收费`)
        } catch (error) {
          toast.error(error instanceof Error ? error.message : '没有成功，请重试')
        }
      }}
      restore={
        can('/patientMedicalRecord:delete') && (
          <Button
            size="xs"
            variant="tint"
            busy={restore.isPending}
            onClick={() =>
              restore.mutate(
                { id: data.id },
                { onSuccess: () => toast.success('已恢复'), onError: (failed) => toast.error(failed.message) },
              )
            }
          >
            恢复
          </Button>
        )
      }
    />
  )
}
