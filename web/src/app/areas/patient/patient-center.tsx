import type { Resource } from '@dentin/contract'
import { fileStates } from '@dentin/contract/core/status'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { MoveById } from '../../../features/appointment/index.ts'
import { OpenFollowUps } from '../../../features/follow-up/index.ts'
import {
  usePatientFile,
  usePatientInformation,
  PatientAside,
  PatientBar,
  VisitTimeline,
  ArchiveDialog,
  CopyDialog,
  DeleteDialog,
  PatientDialog,
  ArchivedNotice,
  FileMissing,
  NoPatient,
  useFileMissing,
  PatientFileView,
} from '../../../features/patient/index.ts'
import { PlanStrip } from '../../../features/treatment-plan/index.ts'
import { noteDialled } from '../../../lib/operation-log.ts'
import { can } from '../../../lib/permission.ts'
import {
  Button,
  IconButton,
  LinkButton,
  Menu,
  Notice,
  Page,
  PageTitle,
  ScrollRegion,
  SkeletonRows,
  SplitPane,
  TabPanel,
  Tabs,
  urlEnum,
  urlOptional,
  useIsMobile,
  useUrlState,
  type MenuEntry,
} from '../../../ui/index.ts'
import { usePatientHead } from './patient-head.tsx'
import { bookingTo, chargingTo, followTo, patientTo, planTo, recordTo } from '../../parts/patient-links.ts'
import s from './patient-center.module.css'

/** A tab of the file. Its content is loaded when it is opened and gets the patient's id. */
export interface PatientTab {
  key: string
  label: string
  /** What has to be granted for it to be there. */
  resource: Resource
  Content: ComponentType<{ patientId: string }>
}

/**
 * The tabs that other domains give to the file, in the order of the screen, between 概览 and 资料. One line each:
 * { key: 'records', label: '病历', resource: '/patientMedicalRecord:view', Content: lazy(() => import('…')) }
 * Chips of the timeline lead to `records` (with recordId) and `bills` (with registrationId) when those are there.
 */
const furtherTabs: readonly PatientTab[] = [
  {
    key: 'treats',
    label: '就诊',
    resource: '/patientCenter:view',
    Content: lazy(() => import('./patient-treat-records.tsx')),
  },
  {
    key: 'records',
    label: '病历',
    resource: '/patientMedicalRecord:view',
    Content: lazy(() => import('./patient-records.tsx')),
  },
  {
    key: 'ortho',
    label: '正畸',
    resource: '/patientMedicalRecord:view',
    Content: lazy(() => import('./patient-ortho.tsx')),
  },
  {
    key: 'plans',
    label: '治疗计划',
    resource: '/treatmentPlan:view',
    Content: lazy(() => import('./patient-plans.tsx')),
  },
  {
    key: 'images',
    label: '影像',
    resource: '/imageData:view',
    Content: lazy(() => import('./patient-images.tsx')),
  },
  {
    key: 'consents',
    label: '同意书',
    resource: '/patientConsent:view',
    Content: lazy(() => import('./patient-consents.tsx')),
  },
  {
    key: 'appointments',
    label: '预约',
    resource: '/myAppointmentBoard:view',
    Content: lazy(() => import('./patient-appointments.tsx')),
  },
  {
    key: 'bills',
    label: '收费',
    resource: '/orderSet:view',
    Content: lazy(() => import('./patient-bills.tsx')),
  },
  {
    key: 'cards',
    label: '会员卡',
    resource: '/membercard:view',
    Content: lazy(() => import('./patient-cards.tsx')),
  },
  {
    key: 'prepays',
    label: '预交金',
    resource: '/prepayments:view',
    Content: lazy(() => import('./patient-prepays.tsx')),
  },
  {
    key: 'refunds',
    label: '退费',
    resource: '/orderSet:view',
    Content: lazy(() => import('./patient-refunds.tsx')),
  },
  {
    key: 'follow',
    label: '随访',
    resource: '/followManagementList:view',
    Content: lazy(() => import('./patient-follow-ups.tsx')),
  },
  {
    key: 'reminds',
    label: '提醒',
    resource: '/remindManage:view',
    Content: lazy(() => import('./patient-reminds.tsx')),
  },
]

const state = {
  id: urlOptional,
  tab: urlEnum(['overview', ...furtherTabs.map((tab) => tab.key), 'resource'], 'overview'),
  side: urlOptional,
  edit: urlOptional,
  /** The appointment that gets another time. */
  move: urlOptional,
  /** The merged file that was asked for and led here. */
  merged: urlOptional,
  /** The same as id and tab, as the generic jump to a visit says it. */
  patientId: urlOptional,
  activeName: urlOptional,
}

/** /patientCenter?id=: one patient's file. */
export default function PatientCenter() {
  const [asked] = useUrlState(state)
  const id = asked.id ?? asked.patientId
  if (!id)
    return (
      <Page>
        <PageTitle />
        <NoPatient title="没有选择患者" hint="按 / 搜索姓名、手机尾号或病历号，或从列表里打开" />
      </Page>
    )
  return <FileOf key={id} id={id} />
}

function FileOf({ id }: { id: string }) {
  if (!useFileMissing(id)) return <PatientPage id={id} />
  return (
    <Page>
      <PageTitle />
      <FileMissing />
    </Page>
  )
}

function PatientPage({ id }: { id: string }) {
  const [{ tab: chosen, side, edit, merged, activeName, move }, set] = useUrlState(state)
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const { data: patient } = usePatientInformation(id)
  // Reading the whole file is what leaves the trace of the visit in the log.
  const file = usePatientFile(id)
  const mergedInto = patient && fileStates.is(patient.status, 'merged') ? patient.mergedIntoId : null
  useEffect(() => {
    if (mergedInto) void navigate(`${patientTo(mergedInto)}&merged=${id}`, { replace: true })
  }, [mergedInto, id, navigate])

  const head = usePatientHead(id, patient?.name ?? '', (appointmentId) => set({ move: appointmentId }))

  const tabs = furtherTabs.filter((each) => can(each.resource))
  const items = [
    { key: 'overview', label: '概览' },
    ...tabs.map(({ key, label }) => ({
      key,
      label,
      ...(key === 'treats' && patient ? { count: patient.visitCount } : {}),
    })),
    { key: 'resource', label: '资料' },
  ]
  const named = items.find(({ key }) => key === activeName)?.key
  const tab = chosen === 'overview' && named ? named : chosen
  const has = (key: string) => tabs.some((each) => each.key === key)
  const book = can('/myAppointmentBoard:add') && fileStates.is(patient?.status, 'active')
  const charge = can('/orderSet:open') || can('/orderSet:charge')
  const editable = can('/allTimePatients:edit')
  const further: MenuEntry[] = [
    ...(editable && fileStates.is(patient?.status, 'active')
      ? [{ key: 'file', label: '修改资料', icon: 'pencil' as const, onSelect: () => set({ edit: 'file' }) }]
      : []),
    ...(can('/allTimePatients:export') && patient
      ? [{ key: 'copy', label: '资料副本', icon: 'download' as const, onSelect: () => set({ edit: 'copy' }) }]
      : []),
    ...(can('/allTimePatients:archive') && fileStates.is(patient?.status, 'active')
      ? [{ key: 'archive', label: '归档', icon: 'archive' as const, onSelect: () => set({ edit: 'archive' }) }]
      : []),
    ...(can('/allTimePatients:delete') && fileStates.is(patient?.status, 'active', 'archived')
      ? [
          {
            key: 'delete',
            label: '删除',
            icon: 'trash' as const,
            danger: true,
            onSelect: () => set({ edit: 'delete' }),
          },
        ]
      : []),
  ]
  const actions = (
    <>
      {book && head.kind !== 'book' && (
        <LinkButton to={bookingTo(id)} icon="calendar-plus">
          预约
        </LinkButton>
      )}
      {charge && head.kind !== 'charge' && (
        <LinkButton to={chargingTo(id)} icon="receipt">
          收费
        </LinkButton>
      )}
      {head.primary}
      {further.length > 0 && (
        <Menu align="end" items={further}>
          <IconButton icon="dots" label="更多操作" variant="default" />
        </Menu>
      )}
    </>
  )
  const timeline = (
    <VisitTimeline
      patientId={id}
      recordTo={has('records') ? (visit) => recordTo(visit.recordId ?? '') : undefined}
      consentTo={can('/patientConsent:view') ? (consentId) => `/patientConsent?id=${consentId}` : undefined}
      billTo={has('bills') ? (visit) => `${patientTo(id, 'bills')}&registrationId=${visit.registrationId}` : undefined}
      emptyAction={
        book &&
        !head.booked && (
          <LinkButton to={bookingTo(id)} variant="tint" icon="calendar-plus">
            预约第一次就诊
          </LinkButton>
        )
      }
    />
  )

  const aside = (
    <PatientAside
      id={id}
      mouthTo={`/patientMedicalRecord?patientId=${id}&show=mouth`}
      birthDay={patient?.birthDay ?? null}
      book={
        book && (
          <LinkButton to={bookingTo(id)} size="sm" variant="tint">
            预约
          </LinkButton>
        )
      }
      followUps={can('/followManagementList:view') && <OpenFollowUps patientId={id} linkTo={followTo} />}
    />
  )
  return (
    <Page>
      <PageTitle
        title={mobile ? undefined : patient?.name}
        mobileActions={
          file.data?.mobile &&
          !file.data.covered.includes('mobile') && (
            <IconButton
              icon="phone"
              label={`拨打 ${file.data.name} 的电话`}
              onClick={() => {
                noteDialled(id)
                window.location.assign(`tel:${file.data?.mobile ?? ''}`)
              }}
            />
          )
        }
      />
      <PatientBar id={id} figures={mobile} actions={mobile ? undefined : actions} />
      {fileStates.is(patient?.status, 'active') && head.strip}
      {can('/treatmentPlan:view') && <PlanStrip patientId={id} planTo={planTo} />}
      {merged && <MergedNotice id={merged} onClose={() => set({ merged: null })} />}
      {fileStates.is(patient?.status, 'archived') && (
        <ArchivedNotice id={id} mayOpen={can('/allTimePatients:archive')} className={s.notice} />
      )}
      <Tabs
        id="patient"
        label="患者档案"
        inset="gutter"
        items={items}
        value={tab}
        onChange={(next) => set({ tab: next, activeName: null }, { push: true })}
      />
      <TabPanel tabs="patient" value={tab} className={s.panel}>
        {tab === 'overview' &&
          (mobile ? (
            <ScrollRegion label="就诊时间轴" className={s.scroll}>
              {timeline}
              <div className={s.below}>{aside}</div>
            </ScrollRegion>
          ) : (
            <SplitPane
              open={side === 'right' ? 'right' : null}
              onOpen={(next) => set({ side: next })}
              right={{
                label: '口腔现状与账户',
                width: 352,
                content: aside,
              }}
            >
              <ScrollRegion label="就诊时间轴" className={s.scroll}>
                {timeline}
              </ScrollRegion>
            </SplitPane>
          ))}
        {tab === 'resource' && (
          <ScrollRegion label="患者资料" className={s.scroll}>
            <PatientFileView id={id} fileTo={(other) => patientTo(other, 'resource')} />
          </ScrollRegion>
        )}
        {tabs.map(
          (each) =>
            each.key === tab && (
              <Suspense key={each.key} fallback={<SkeletonRows rows={8} />}>
                <each.Content patientId={id} />
              </Suspense>
            ),
        )}
      </TabPanel>
      {mobile && (book || charge || editable || head.primary) && <footer className={s.actionBar}>{actions}</footer>}
      {head.dialogs}
      {move && <MoveById id={move} onClose={() => set({ move: null })} />}
      {edit === 'archive' && patient && (
        <ArchiveDialog
          patientIds={[id]}
          name={patient.name}
          onClose={() => set({ edit: null })}
          onDone={() => set({ edit: null })}
        />
      )}
      {edit === 'copy' && can('/allTimePatients:export') && patient && (
        <CopyDialog id={id} name={patient.name} onClose={() => set({ edit: null })} />
      )}
      {edit === 'delete' && patient && (
        <DeleteDialog
          patientIds={[id]}
          name={patient.name}
          onClose={() => set({ edit: null })}
          onDone={() => void navigate('/allTimePatients', { replace: true })}
        />
      )}
      {edit === 'file' && editable && file.data && (
        <PatientDialog
          patientId={id}
          onClose={() => set({ edit: null })}
          onDone={(which, how) => (how === 'existing' ? void navigate(patientTo(which)) : set({ edit: null }))}
        />
      )}
    </Page>
  )
}

/** The file that was asked for is part of this one now. */
function MergedNotice({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = usePatientInformation(id)
  return (
    <Notice
      icon="merge"
      className={s.notice}
      action={
        <Button size="xs" onClick={onClose}>
          知道了
        </Button>
      }
    >
      已合并：{data ? `${data.name}（病历号 ${data.medicalNumber}）` : '打开'}的档案已并入本档案。
    </Notice>
  )
}
