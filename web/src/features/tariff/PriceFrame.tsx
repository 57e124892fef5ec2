import type { ReactNode } from 'react'
import { Select } from '../../ui/heavy.ts'
import { cx, SearchField, Segmented, SkeletonRows, Toolbar, useIsMobile } from '../../ui/index.ts'
import s from './tariff.module.css'

/** A category of the price list as the list at the left shows it. */
export interface ListedCategory {
  id: string
  parentId: string | null
  name: string
  count: number
  enabled?: boolean
}

export interface PriceFrameProps {
  /** undefined: not read yet. */
  categories: readonly ListedCategory[] | undefined
  chosen: string | null
  onChoose: (id: string | null) => void
  /** Under the categories. */
  below?: ReactNode
  keyword: string
  onKeyword: (text: string) => void
  state: 'all' | 'on' | 'off'
  onState: (state: 'all' | 'on' | 'off') => void
  stateWords: Readonly<Record<'all' | 'on' | 'off', string>>
  /** Right of the search. */
  action?: ReactNode
  hint: ReactNode
  children: ReactNode
}

const isTop = ({ parentId }: ListedCategory) => parentId === null

/** Categories of a price list in two levels, what is looked for, and the items. */
export function PriceFrame(props: PriceFrameProps) {
  const { categories, chosen, onChoose } = props
  const mobile = useIsMobile()
  const countOf = (category: ListedCategory) =>
    category.count +
    (categories ?? []).filter(({ parentId }) => parentId === category.id).reduce((sum, { count }) => sum + count, 0)
  const all = (categories ?? []).filter(isTop).reduce((sum, each) => sum + countOf(each), 0)
  return (
    <div className={s.split}>
      {!mobile && (
        <nav className={s.side} aria-label="分类">
          {!categories && <SkeletonRows rows={10} />}
          {categories && (
            <ul className={s.categories}>
              <Line name="全部" count={all} current={chosen === null} onClick={() => onChoose(null)} top />
              {categories.map((each) => (
                <Line
                  key={each.id}
                  name={each.name}
                  count={countOf(each)}
                  current={chosen === each.id}
                  onClick={() => onChoose(each.id)}
                  top={isTop(each)}
                  off={each.enabled === false}
                />
              ))}
            </ul>
          )}
          {props.below}
        </nav>
      )}
      <div className={s.main}>
        <Toolbar
          end={
            <>
              <SearchField
                aria-label="查找收费项目"
                placeholder="名称、拼音首字母、编码"
                value={props.keyword}
                maxLength={40}
                onChange={props.onKeyword}
                boxClassName={s.find}
              />
              {props.action}
            </>
          }
        >
          {mobile && (
            <Select
              label="分类"
              width={150}
              searchable
              clearable
              placeholder="全部分类"
              options={(categories ?? []).map((each) => ({
                value: each.id,
                label: `${isTop(each) ? '' : '　'}${each.name}`,
                hint: `${countOf(each)} 项`,
              }))}
              value={chosen}
              onChange={onChoose}
            />
          )}
          <Segmented
            label="状态"
            options={(['all', 'on', 'off'] as const).map((value) => ({ value, label: props.stateWords[value] }))}
            value={props.state}
            onChange={props.onState}
          />
          {!mobile && <span className="t-13 secondary ellipsis">{props.hint}</span>}
        </Toolbar>
        {props.children}
      </div>
    </div>
  )
}

function Line(props: {
  name: string
  count: number
  current: boolean
  onClick: () => void
  top?: boolean
  off?: boolean
}) {
  return (
    <li>
      <button
        type="button"
        className={cx(s.category, props.top && s.top, props.off && s.off)}
        aria-current={props.current ? 'true' : undefined}
        onClick={props.onClick}
      >
        <span className="ellipsis">{props.name}</span>
        <span className={s.count}>{props.count}</span>
      </button>
    </li>
  )
}
