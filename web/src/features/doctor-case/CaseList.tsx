import { ageGroups, caseCategoryNames, caseScopeNames, caseStates, type doctorCase } from '@dentin/contract/doctor-case'
import { teethProblem } from '@dentin/clinical/teeth'
import type { WireInput } from '@dentin/contract/core/call'
import { can } from '../../lib/permission.ts'
import { pageCodecs, Pager, Select } from '../../ui/heavy.ts'
import {
  EmptyState,
  ErrorLine,
  SearchField,
  Skeleton,
  StatusTag,
  Tabs,
  Tag,
  Toolbar,
  urlEnum,
  urlNumber,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import { CaseImage } from './CaseImage.tsx'
import { useCases, type Row } from './hooks.ts'
import { whoOf } from './words.ts'
import s from './doctor-case.module.css'

type Input = WireInput<typeof doctorCase.list>

const libraryTabs = { all: null, clinic: 2, chain: 3, public: 4 } as const
const ownTabs = { all: null, draft: 0, published: 1, down: 2 } as const
const codecs = {
  tab: urlEnum(['all', 'clinic', 'chain', 'public', 'draft', 'published', 'down', 'asked'], 'all'),
  kind: urlNumber(0),
  age: urlOptional,
  tooth: urlText(),
  q: urlText(),
  ...pageCodecs,
}

function inputOf(view: 'library' | 'own', { tab, kind, age, tooth, q, page, size }: State): Input {
  return {
    view: tab === 'asked' ? 'asked' : view,
    ...(view === 'library' && tab in libraryTabs ? { scope: libraryTabs[tab as keyof typeof libraryTabs] } : {}),
    ...(view === 'own' && tab in ownTabs ? { status: ownTabs[tab as keyof typeof ownTabs] } : {}),
    ...(kind in caseCategoryNames ? { categoryId: kind as 1 } : {}),
    ...(ageGroups.some((each) => each === age) ? { ageGroup: age as (typeof ageGroups)[number] } : {}),
    // While a number is being typed, nothing is looked for yet.
    ...(tooth !== '' && teethProblem(tooth) === null ? { tooth } : {}),
    keyword: q,
    pageNum: page,
    pageSize: size,
  }
}
type State = ReturnType<typeof useUrlState<typeof codecs>>[0]

const tabsOf = {
  library: [
    { key: 'all', label: '全部' },
    { key: 'clinic', label: '本门诊' },
    { key: 'chain', label: '连锁' },
    { key: 'public', label: '公开' },
  ],
  own: [
    { key: 'all', label: '全部' },
    { key: 'draft', label: '草稿' },
    { key: 'published', label: '已发布' },
    { key: 'down', label: '已下架' },
  ],
}

/** The library to show to patients, or one's own cases: found by kind of treatment, tooth, age and words. */
export function CaseList({ view, onOpen }: { view: 'library' | 'own'; onOpen: (id: string) => void }) {
  const [state, setState] = useUrlState(codecs)
  const query = useCases(inputOf(view, state))
  const set = (part: Partial<State>) => setState({ ...part, page: 1 })
  const waits = view === 'own' && can('/caseList:open')
  const list = query.data?.list
  return (
    <>
      <Toolbar>
        <Tabs
          label="案例"
          value={state.tab}
          items={[...tabsOf[view], ...(waits ? [{ key: 'asked', label: '等待批准' }] : [])]}
          onChange={(tab) => set({ tab: codecs.tab.parse(tab) })}
        />
      </Toolbar>
      <Toolbar className={s.filters}>
        <Select
          label="治疗类别"
          width={132}
          placeholder="全部类别"
          clearable
          value={state.kind === 0 ? null : state.kind}
          onChange={(kind) => set({ kind: kind ?? 0 })}
          options={Object.entries(caseCategoryNames).map(([value, label]) => ({ value: Number(value), label }))}
        />
        <Select
          label="人群"
          width={132}
          placeholder="全部年龄"
          clearable
          value={state.age}
          onChange={(age) => set({ age })}
          options={ageGroups.map((value) => ({ value: value as string, label: value }))}
        />
        <SearchField
          aria-label="牙位"
          placeholder="牙位 如 36"
          boxClassName={s.tooth}
          value={state.tooth}
          onChange={(tooth) => set({ tooth })}
        />
        <SearchField
          aria-label="查找案例"
          placeholder="标题、诊断、标签、医生"
          boxClassName={s.find}
          value={state.q}
          onChange={(q) => set({ q })}
        />
      </Toolbar>
      <div className={s.listing}>
        {query.error ? (
          <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>
        ) : !list ? (
          <div className={s.grid} aria-hidden>
            {Array.from({ length: 6 }, (_, n) => (
              <Skeleton key={n} height="232px" />
            ))}
          </div>
        ) : list.length === 0 ? (
          <EmptyState
            icon="image"
            title={view === 'own' ? '还没有案例' : '没有可以演示的案例'}
            hint={view === 'own' ? '从病历的「做成案例」开始，两下就有草稿' : '换个条件，或由医生从病历做成案例并发布'}
          />
        ) : (
          <ul className={s.grid}>
            {list.map((row) => (
              <li key={row.id}>
                <Card row={row} own={view === 'own'} onOpen={() => onOpen(row.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Pager
        page={state.page}
        pageSize={state.size}
        total={query.data?.totalCount}
        noun="个"
        onChange={(page, size) => setState({ page, size })}
      />
    </>
  )
}

function Card({ row, own, onOpen }: { row: Row; own: boolean; onOpen: () => void }) {
  const [before, after] = row.cover
  return (
    <button type="button" className={s.card} onClick={onOpen}>
      <span className={s.cover} data-pair={after ? true : undefined}>
        {before ? (
          [before, after].map(
            (each) =>
              each && (
                <span key={each.id} className={s.half}>
                  <CaseImage picture={each} />
                  {after && <em>{each === before ? '术前' : '术后'}</em>}
                </span>
              ),
          )
        ) : (
          <span className={s.words}>{row.content.slice(0, 60) || row.diagnosis || '还没有图片'}</span>
        )}
      </span>
      <span className={s.cardTitle}>
        <b className="ellipsis">{row.title}</b>
        {own ? (
          <StatusTag kind={caseStates} value={row.status} look="plain" />
        ) : (
          <Tag>{caseCategoryNames[row.categoryId]}</Tag>
        )}
      </span>
      <span className="t-13 secondary ellipsis">
        {[whoOf(row), row.teeth && teethWords(row.teeth), row.months !== null && `${row.months} 个月`]
          .filter(Boolean)
          .join(' · ') || row.diagnosis}
      </span>
      <span className={s.cardFoot}>
        <span className="ellipsis">
          {own
            ? `${caseCategoryNames[row.categoryId]} · ${caseScopeNames[row.scope]}`
            : `${row.authorName} · ${row.clinicName}`}
        </span>
        <span className="num">演示 {row.viewCount}</span>
      </span>
    </button>
  )
}
