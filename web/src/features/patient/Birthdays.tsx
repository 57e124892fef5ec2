import { patientTypeNames, patient as calls } from '@dentin/contract/patient'
import { greetingWayNames } from '@dentin/contract/patient-identity'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { BatchButton, DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Avatar,
  Button,
  Checkbox,
  EmptyState,
  IconButton,
  Menu,
  Segmented,
  type MenuEntry,
  Tag,
  toast,
  Toolbar,
  urlEnum,
  urlFlag,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import type { PatientListLinks } from './list-links.ts'
import { MonthDayRange } from './FilterFields.tsx'
import { ageYears, genderWord } from '../../domain/person.ts'
import { shortDay } from './words.ts'
import s from './patient.module.css'

const ranges = ['today', 'week', 'month', 'span'] as const
const codecs = {
  range: urlEnum(ranges, 'month'),
  from: urlOptional,
  to: urlOptional,
  open: urlFlag,
  ...pageCodecs,
}
type Row = WireOutput<typeof calls.birthdays>['list'][number]
const BY_HAND = 1
const BY_PHONE = 3
/** 短信祝福, 电话祝福; by hand it is only known that it was done. */
const greetingWords = ({ greetedWay }: Row): string =>
  greetedWay === null || greetedWay === BY_HAND ? '已祝福' : `${greetingWayNames[greetedWay] ?? ''}祝福`
const monthDay = (text: string | null) => (text !== null && /^\d{2}-\d{2}$/.test(text) ? text : null)

/** Whose birthday it is, in the order in which they come, and who has been congratulated. */
export function Birthdays({ links, onOpen }: { links: PatientListLinks; onOpen: (to: string) => void }) {
  const [state, set] = useUrlState(codecs)
  const [chosen, setChosen] = useState<string[]>([])
  const [following, setFollowing] = useState<readonly string[]>([])
  useLive(['patient'], [calls.birthdays])
  const found = useCall(calls.birthdays, {
    range: state.range,
    from: monthDay(state.from),
    to: monthDay(state.to),
    open: state.open,
    pageNum: state.page,
    pageSize: state.size,
  })
  const greet = useSend(calls.greet, { refresh: [calls.birthdays] })
  const may = can('/allTimePatients:edit')
  const mark = async (rows: readonly Row[], greeted: boolean, way: 1 | 3 = BY_HAND) => {
    try {
      // People of one list may keep their birthday on either side of a year's end.
      for (const year of new Set(rows.map((row) => row.celebratedOn.slice(0, 4)))) {
        const same = rows.filter((row) => row.celebratedOn.startsWith(year))
        const [first] = same
        if (first)
          await greet.mutateAsync({
            patientIds: same.map((row) => row.id),
            celebratedOn: first.celebratedOn,
            greeted,
            way,
          })
      }
      toast.success(greeted ? '已标记祝福' : '已取消标记')
      setChosen([])
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有标记，请重试')
    }
  }
  const acts = may || links.sms !== null || links.follow !== null
  /** What may be noted of somebody. */
  const marksOn = (row: Row): MenuEntry[] =>
    row.greetedAt
      ? [{ key: 'undo', label: '取消标记', icon: 'undo', onSelect: () => void mark([row], false) }]
      : [
          { key: 'phone', label: '标记电话祝福', icon: 'phone', onSelect: () => void mark([row], true, BY_PHONE) },
          { key: 'hand', label: '标记已祝福', icon: 'cake', onSelect: () => void mark([row], true) },
        ]
  /** On the phone, behind one button. */
  const actsOn = (row: Row): MenuEntry[] => [
    ...(links.sms
      ? [
          {
            key: 'sms',
            label: '发短信',
            icon: 'message' as const,
            onSelect: () => onOpen(links.sms?.([row], true) ?? ''),
          },
        ]
      : []),
    ...(links.follow
      ? [{ key: 'follow', label: '加随访', icon: 'phone-call' as const, onSelect: () => setFollowing([row.id]) }]
      : []),
    ...(may ? marksOn(row) : []),
  ]
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: '患者',
      width: 170,
      locked: true,
      render: (row) => (
        <span className={s.nameCell}>
          <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={26} />
          <span className={s.nameWords}>{row.name}</span>
          <span className={s.small}>{genderWord(row.gender)}</span>
        </span>
      ),
    },
    { key: 'day', title: '生日', width: 90, numeric: true, render: (row) => row.celebratedOn.slice(5) },
    {
      key: 'turns',
      title: '将满',
      width: 80,
      numeric: true,
      align: 'right',
      render: (row) => <span title={row.birthDay}>{row.turns} 岁</span>,
    },
    {
      key: 'mobile',
      title: '手机号',
      width: 132,
      numeric: true,
      render: (row) => row.mobile ?? <span className="tertiary">无</span>,
    },
    { key: 'number', title: '病历号', width: 112, numeric: true, render: (row) => row.medicalNumber },
    { key: 'kind', title: '类型', width: 96, render: (row) => patientTypeNames[row.patientType] ?? '' },
    {
      key: 'last',
      title: '最近就诊',
      width: 100,
      numeric: true,
      render: (row) => <span className="secondary">{shortDay(row.lastVisitAt)}</span>,
    },
    {
      key: 'greeted',
      title: '祝福',
      width: 170,
      render: (row) =>
        row.greetedAt ? (
          <Tag tone="done" title={row.greetedAt}>
            {greetingWords(row)} {row.greetedBy}
          </Tag>
        ) : (
          <span className="tertiary">未祝福</span>
        ),
    },
    ...(acts
      ? [
          {
            key: 'action',
            title: '操作',
            width: 232,
            align: 'right' as const,
            render: (row: Row) => (
              <span className={s.rowButtons}>
                {links.sms && (
                  <Button size="xs" variant="row" onClick={() => onOpen(links.sms?.([row], true) ?? '')}>
                    发短信
                  </Button>
                )}
                {links.follow && (
                  <Button size="xs" variant="row" onClick={() => setFollowing([row.id])}>
                    加随访
                  </Button>
                )}
                {may && (
                  <Menu align="end" items={marksOn(row)}>
                    <Button size="xs" variant="row" iconRight="chevron-down">
                      {row.greetedAt ? '取消标记' : '标记'}
                    </Button>
                  </Menu>
                )}
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <Toolbar className={s.filters}>
        <Segmented
          label="生日范围"
          options={[
            { value: 'today', label: '今天' },
            { value: 'week', label: '7 天内' },
            { value: 'month', label: '本月' },
            { value: 'span', label: '自定义' },
          ]}
          value={state.range}
          onChange={(range) => set({ range, page: 1 })}
        />
        {state.range === 'span' && (
          <div className={s.spanPick}>
            <MonthDayRange
              from={monthDay(state.from)}
              to={monthDay(state.to)}
              onChange={(from, to) => set({ from, to, page: 1 })}
            />
          </div>
        )}
        <Checkbox checked={state.open} onChange={(event) => set({ open: event.target.checked, page: 1 })}>
          只看未祝福
        </Checkbox>
        {found.data && (
          <span className="t-13 secondary num">
            {found.data.first}
            {found.data.last === found.data.first ? '' : ` 至 ${found.data.last}`}
          </span>
        )}
      </Toolbar>
      <DataTable<Row>
        label="生日名单"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set, { noun: '人' })}
        onOpen={(row) => onOpen(links.file(row.id))}
        {...(acts
          ? {
              selected: chosen,
              onSelect: setChosen,
              noun: '人',
              batch: (
                <>
                  {links.sms && (
                    <BatchButton
                      onClick={() =>
                        onOpen(links.sms?.(found.data?.list.filter((row) => chosen.includes(row.id)) ?? [], true) ?? '')
                      }
                    >
                      发短信
                    </BatchButton>
                  )}
                  {links.follow && <BatchButton onClick={() => setFollowing(chosen)}>加随访</BatchButton>}
                  {may &&
                    ([BY_PHONE, BY_HAND] as const).map((way) => (
                      <BatchButton
                        key={way}
                        disabled={greet.isPending}
                        onClick={() =>
                          void mark(found.data?.list.filter((row) => chosen.includes(row.id)) ?? [], true, way)
                        }
                      >
                        {way === BY_PHONE ? '标记电话祝福' : '标记已祝福'}
                      </BatchButton>
                    ))}
                </>
              ),
            }
          : {})}
        empty={<EmptyState layout="stack" icon="cake" title={state.open ? '都已祝福' : '这几天没有人过生日'} />}
        mobile={(row) => (
          <div className={s.card}>
            <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={40} />
            <div>
              <div className={s.cardLine}>
                <span className={s.nameWords}>{row.name}</span>
                <span className="t-13 secondary">满 {row.turns} 岁</span>
              </div>
              <div className="t-13 secondary num">
                {row.celebratedOn.slice(5)}　{row.mobile ?? row.medicalNumber}
              </div>
            </div>
            <div className={s.rowButtons}>
              {row.greetedAt ? (
                <Tag tone="done">{greetingWords(row)}</Tag>
              ) : (
                <span className="t-12 tertiary">未祝福</span>
              )}
              {acts && (
                <Menu align="end" items={actsOn(row)}>
                  <IconButton icon="dots" label={`${row.name} 的操作`} />
                </Menu>
              )}
            </div>
          </div>
        )}
      />
      {following.length > 0 &&
        links.follow?.(following, {
          birthday: true,
          onClose: () => setFollowing([]),
          onDone: () => {
            setFollowing([])
            setChosen([])
          },
        })}
    </>
  )
}
