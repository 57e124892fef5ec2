import {
  planStates,
  RATE_DAYS,
  RATE_NAME,
  RATE_SAYS,
  rateOwners,
  type PlanBrief,
} from '@dentin/contract/treatment-plan'
import { genderAge } from '../../domain/person.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  EmptyState,
  Money,
  SearchField,
  StatusTag,
  Tabs,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { usePlans } from './hooks.ts'
import s from './treatment-plan.module.css'

const codecs = {
  tab: urlEnum(['quoted', 'agreed', 'lost', 'draft', 'answered'], 'quoted'),
  q: urlText(),
  doctorId: urlOptional,
  consultantId: urlOptional,
  ...pageCodecs,
}

/** Names and prices of the options; of an accepted plan the chosen one alone. */
const optionsOf = ({ options }: PlanBrief) =>
  options.filter(({ chosen }) => chosen || !options.some((each) => each.chosen))

const columns: Column<PlanBrief>[] = [
  {
    key: 'patient',
    title: '患者',
    width: 120,
    render: (row) => (
      <span className={s.two}>
        <b className="ellipsis">{row.patientName}</b>
        <span className="t-12 tertiary">{genderAge(row)}</span>
      </span>
    ),
  },
  {
    key: 'title',
    title: '计划',
    render: (row) => (
      <span className={s.two}>
        <span className="ellipsis">{row.title}</span>
        <span className="t-12 tertiary ellipsis num">{row.planNo}</span>
      </span>
    ),
  },
  {
    key: 'options',
    title: '方案',
    render: (row) => (
      <span className={s.two}>
        {optionsOf(row)
          .slice(0, 2)
          .map((option) => (
            <span key={option.id} className="ellipsis">
              {option.name}　<Money yuan={option.amount} />
            </span>
          ))}
      </span>
    ),
  },
  { key: 'doctor', title: '医生', width: 84, render: (row) => row.doctorName },
  { key: 'consultant', title: '咨询师', width: 84, render: (row) => row.consultantName || '—' },
  { key: 'until', title: '有效期至', width: 108, numeric: true, render: (row) => row.validUntil ?? '—' },
  {
    key: 'progress',
    title: '进展',
    width: 150,
    render: (row) =>
      planStates.is(row.status, 'agreed') ? (
        <span className={s.two}>
          <span className="num">
            {row.doneCount} / {row.lineCount}
          </span>
          <span className="t-12 tertiary ellipsis">{row.nextStep && `下一步 ${row.nextStep}`}</span>
        </span>
      ) : (
        row.refuseReason || '—'
      ),
  },
  {
    key: 'status',
    title: '状态',
    width: 116,
    render: (row) => <StatusTag kind={planStates} value={row.status} look="plain" />,
  },
]

/** The clinic's plans by what they wait for, and how often those of each doctor and consultant are accepted. */
export function PlanList({ onOpen }: { onOpen: (id: string) => void }) {
  const [state, setState] = useUrlState(codecs)
  const { doctorId, consultantId } = state
  const query = usePlans({
    tab: state.tab,
    keyword: state.q,
    doctorId,
    consultantId,
    pageNum: state.page,
    pageSize: state.size,
  })
  const counts = query.data?.counts
  const rates = query.data?.rates ?? []
  const nobody = { doctorId: null, consultantId: null }
  return (
    <>
      <Toolbar>
        <Tabs
          label="治疗计划"
          value={state.tab}
          items={[
            { key: 'quoted', label: '待答复', count: counts?.quoted },
            { key: 'agreed', label: '已同意', count: counts?.agreed },
            { key: 'lost', label: '未成交', count: counts?.lost },
            { key: 'draft', label: '草稿', count: counts?.draft },
            // What a rate counts is open as long as it is looked at.
            ...(state.tab === 'answered' ? [{ key: 'answered' as const, label: `近 ${RATE_DAYS} 天有答复的` }] : []),
          ]}
          onChange={(tab) => setState({ ...nobody, tab: codecs.tab.parse(tab), page: 1 })}
        />
        <SearchField
          aria-label="查找治疗计划"
          placeholder="患者或计划编号"
          boxClassName={s.find}
          value={state.q}
          onChange={(q) => setState({ q, page: 1 })}
        />
      </Toolbar>
      {(['doctor', 'consultant'] as const).map((of) => {
        const own = rates.filter((each) => each.of === of)
        const shown = of === 'doctor' ? doctorId : consultantId
        return (
          own.length > 0 && (
            <ul key={of} className={s.rates} aria-label={`${rateOwners[of]}${RATE_NAME}`} title={RATE_SAYS}>
              <li className="tertiary t-12">
                {rateOwners[of]}
                {RATE_NAME}
              </li>
              {own.map(({ personId, name, accepted, answered }) => (
                <li key={personId}>
                  <button
                    type="button"
                    className={s.rateButton}
                    aria-pressed={shown === personId}
                    aria-label={`${name}，${accepted} / ${answered}，看是哪些计划`}
                    onClick={() =>
                      setState(
                        shown === personId
                          ? { ...nobody, tab: 'quoted', page: 1 }
                          : { ...nobody, [`${of}Id`]: personId, tab: 'answered', page: 1 },
                      )
                    }
                  >
                    <span>{name}</span>
                    <span className={s.rateBar} aria-hidden>
                      <span style={{ width: `${(accepted / Math.max(1, answered)) * 100}%` }} />
                    </span>
                    <span className="num t-12 secondary">
                      {accepted} / {answered}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        )
      })}
      <DataTable<PlanBrief>
        label="治疗计划"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(query, state, setState, { what: '治疗计划', noun: '份' })}
        rowHeight={46}
        onOpen={(row) => onOpen(row.id)}
        empty={<EmptyState icon="ruler" title="没有治疗计划" hint="从患者档案的「治疗计划」新建" />}
      />
    </>
  )
}
