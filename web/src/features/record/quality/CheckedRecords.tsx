import { qualityGrades, type QualityGrade } from '@dentin/contract/core/quality-grades'
import { spotCheckStates } from '@dentin/contract/record-quality'
import { useState } from 'react'
import { genderAge } from '../../../domain/person.ts'
import { shortMoment } from '../../../lib/when.ts'
import { DataTable, pageCodecs, pagedProps, Select, type Column } from '../../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Segmented,
  StatusTag,
  Toolbar,
  urlEnum,
  urlFlag,
  urlOptional,
  useUrlState,
} from '../../../ui/index.ts'
import { CheckDrawer } from './CheckDrawer.tsx'
import { useChecked, type CheckedRecord } from './hooks.ts'
import { Score } from './Score.tsx'
import { monthWords } from './words.ts'
import s from './quality.module.css'

const urlState = {
  grade: urlEnum(['all', ...qualityGrades], 'all'),
  drawn: urlFlag,
  doctor: urlOptional,
  ...pageCodecs,
}

/** The records behind a figure. */
export function CheckedRecords({
  month,
  doctorId,
  doctors,
  onBack,
  onOpen,
}: {
  month: string
  doctorId: string | null
  doctors: readonly [id: string, name: string][]
  onBack: () => void
  onOpen: (recordId: string) => void
}) {
  const [{ grade, drawn, doctor: _doctor, ...place }, set] = useUrlState(urlState)
  const [chosen, setChosen] = useState<string | null>(null)
  const read = useChecked({
    month,
    doctorId,
    grade: grade === 'all' ? null : (grade as QualityGrade),
    drawn: drawn ? 1 : 0,
    pageNum: place.page,
    pageSize: place.size,
  })
  const row = read.data?.list.find(({ recordId }) => recordId === chosen)
  const columns: Column<CheckedRecord>[] = [
    { key: 'signed', title: '签名时间', width: 120, numeric: true, render: (each) => shortMoment(each.signedAt) },
    {
      key: 'patient',
      title: '患者',
      width: 150,
      locked: true,
      render: (each) => (
        <span>
          <b>{each.patientName}</b> <span className="secondary t-12">{genderAge(each, each.visitTime)}</span>
        </span>
      ),
    },
    { key: 'doctor', title: '医生', width: 90, render: (each) => each.doctorName },
    { key: 'diagnosis', title: '诊断', width: 180, render: (each) => each.diagnosisText },
    { key: 'score', title: '签名时得分', width: 96, render: (each) => <Score of={each.score} /> },
    {
      key: 'items',
      title: '缺陷',
      render: (each) =>
        each.items.length === 0 ? (
          <span className="tertiary">{each.score === null ? '签名时没有评分' : '无'}</span>
        ) : (
          <span className={s.defects}>{each.items.map(({ message }) => message).join('、')}</span>
        ),
    },
    {
      key: 'check',
      title: '抽查',
      width: 150,
      render: ({ spotCheck }) =>
        spotCheck && (
          <span className={s.back}>
            <StatusTag kind={spotCheckStates} value={spotCheck.status} look="plain" />
            {spotCheck.score !== null && <Score of={spotCheck.score} />}
          </span>
        ),
    },
    {
      key: 'action',
      title: '',
      width: 80,
      align: 'right',
      render: (each) => (
        <Button variant="row" size="sm" onClick={() => setChosen(each.recordId)}>
          {each.spotCheck?.can.reply ? '答复' : each.spotCheck?.can.review ? '评分' : '查看'}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Toolbar
        end={
          <Segmented
            label="哪些"
            value={drawn ? 'drawn' : 'all'}
            options={[
              { value: 'all', label: '全部' },
              { value: 'drawn', label: '抽查的' },
            ]}
            onChange={(next) => set({ drawn: next === 'drawn', page: 1 })}
          />
        }
      >
        <span className={s.back}>
          <Button variant="text" icon="arrow-left" onClick={onBack}>
            {monthWords(month)}
          </Button>
          {doctors.length > 1 && (
            <Select
              width={120}
              label="医生"
              placeholder="全部医生"
              clearable
              value={doctorId}
              options={doctors.map(([value, label]) => ({ value, label }))}
              onChange={(next) => set({ doctor: next, page: 1 })}
            />
          )}
        </span>
        <Segmented
          label="等级"
          value={grade}
          options={[{ value: 'all', label: '全部' }, ...qualityGrades.map((each) => ({ value: each, label: each }))]}
          onChange={(next) => set({ grade: next, page: 1 })}
        />
      </Toolbar>
      {row && <CheckDrawer row={row} onClose={() => setChosen(null)} onOpen={onOpen} />}
      <DataTable
        label="病历得分"
        fill
        columns={columns}
        keyOf={(each) => each.recordId}
        {...pagedProps(read, place, set)}
        onOpen={(each) => setChosen(each.recordId)}
        rowHeight={46}
        noun="份"
        empty={
          <EmptyState
            layout="stack"
            icon="file"
            title={drawn ? '还没有抽查' : '没有这样的病历'}
            hint={drawn ? '院长、管理员可在「病历质量」里抽取' : '换一个等级或医生看看'}
          />
        }
        mobile={(each) => (
          <div>
            <div className={s.phoneRow}>
              <span>
                <b>{each.patientName}</b> <span className="secondary t-12">{each.doctorName}</span>
              </span>
              <Score of={each.score} />
            </div>
            <div className="secondary t-13 ellipsis">
              {each.items.map(({ message }) => message).join('、') || '无缺陷'}
            </div>
            <div className="tertiary t-12">
              {shortMoment(each.signedAt)}
              {each.spotCheck && `　抽查 ${spotCheckStates.names[each.spotCheck.status] ?? ''}`}
            </div>
          </div>
        )}
      />
    </>
  )
}
