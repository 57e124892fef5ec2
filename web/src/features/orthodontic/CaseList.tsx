import { isLate, monthText } from '@dentin/clinical/orthodontics/course'
import { orthoStates } from '@dentin/contract/orthodontic'
import { genderAge } from '../../domain/person.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { EmptyState, SearchField, StatusTag, Tabs, Toolbar, urlEnum, urlText, useUrlState } from '../../ui/index.ts'
import { useCases, type OrthoCaseBrief } from './hooks.ts'
import s from './case.module.css'

const codecs = {
  tab: urlEnum(['late', 'before', 'treating', 'retention', 'closed'], 'treating'),
  q: urlText(),
  ...pageCodecs,
}
const empty = {
  late: '没有超过 45 天没来复诊的',
  before: '没有等着开始的正畸病例',
  treating: '没有治疗中的正畸病例',
  retention: '没有在保持的正畸病例',
  closed: '还没有结束的正畸病例',
} as const

const columns: Column<OrthoCaseBrief>[] = [
  {
    key: 'patient',
    title: '患者',
    width: 140,
    render: (row) => (
      <span className={s.two}>
        <b className="ellipsis">{row.patientName}</b>
        <span className="t-12 tertiary">{genderAge(row)}</span>
      </span>
    ),
  },
  { key: 'no', title: '病例编号', width: 140, render: (row) => <span className="num">{row.caseNo}</span> },
  { key: 'appliance', title: '矫治器', width: 96, render: (row) => row.appliance ?? '—' },
  {
    key: 'month',
    title: '疗程',
    width: 130,
    render: (row) => (row.month === null ? '—' : <span className="num">{monthText(row.month, row.months)}</span>),
  },
  {
    key: 'last',
    title: '上次复诊',
    render: (row) => (
      <span className="num">
        {row.lastVisit ?? '—'}
        {row.daysSince !== null && (
          <span className={isLate(row.daysSince) ? s.late : 'tertiary'}>　{row.daysSince} 天前</span>
        )}
      </span>
    ),
  },
  { key: 'visits', title: '复诊', width: 72, numeric: true, render: (row) => row.visitCount },
  { key: 'doctor', title: '医生', width: 90, render: (row) => row.doctorName },
  {
    key: 'status',
    title: '状态',
    width: 110,
    render: (row) => <StatusTag kind={orthoStates} value={row.status} look="plain" />,
  },
]

/** The clinic's orthodontic cases by how far they have come; those who are late first of all. */
export function CaseList({ onOpen }: { onOpen: (id: string) => void }) {
  const [state, setState] = useUrlState(codecs)
  const query = useCases({ tab: state.tab, keyword: state.q, pageNum: state.page, pageSize: state.size })
  const counts = query.data?.counts
  return (
    <>
      <Toolbar>
        <Tabs
          label="正畸病例"
          value={state.tab}
          items={[
            { key: 'late', label: '超期未复诊', count: counts?.late },
            { key: 'before', label: '待开始', count: counts?.before },
            { key: 'treating', label: '治疗中', count: counts?.treating },
            { key: 'retention', label: '保持', count: counts?.retention },
            { key: 'closed', label: '结束、中止', count: counts?.closed },
          ]}
          onChange={(tab) => setState({ tab: codecs.tab.parse(tab), page: 1 })}
        />
        <SearchField
          aria-label="查找正畸病例"
          placeholder="患者或病例编号"
          boxClassName={s.find}
          value={state.q}
          onChange={(q) => setState({ q, page: 1 })}
        />
      </Toolbar>
      <DataTable<OrthoCaseBrief>
        label="正畸病例"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(query, state, setState, { what: '正畸病例', noun: '个' })}
        rowHeight={46}
        onOpen={(row) => onOpen(row.id)}
        empty={
          <EmptyState icon="file" title={empty[state.tab]} hint="从就诊写正畸病历，或在患者档案的「正畸」里新建" />
        }
        mobile={(row) => (
          <div>
            <div>
              <b>{row.patientName}</b>　<span className="secondary t-13">{genderAge(row)}</span>
              {'　'}
              <StatusTag kind={orthoStates} value={row.status} look="plain" />
            </div>
            <div className="secondary t-13">
              {[row.appliance, row.month !== null && monthText(row.month, row.months)].filter(Boolean).join(' · ')}
              {row.daysSince !== null && (
                <span className={isLate(row.daysSince) ? s.late : 'tertiary'}>　上次 {row.daysSince} 天前</span>
              )}
            </div>
          </div>
        )}
      />
    </>
  )
}
