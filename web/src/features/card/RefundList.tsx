import { useState } from 'react'
import { Link } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
import { Button, EmptyState, ErrorLine, SearchField, SkeletonRows, Toolbar } from '../../ui/index.ts'
import { useRefunds } from './hooks.ts'
import { RefundRows } from './RefundRows.tsx'
import s from './card.module.css'

const PAGE = 50

/** What the clinic gives back of cards: what waits for a second person or to be paid stands first. */
export function RefundList({ cardsTo }: { cardsTo: (patientId: string) => string }) {
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const found = useRefunds(null, keyword.trim(), size)
  const { data, error } = found
  return (
    <>
      <Toolbar>
        <SearchField aria-label="查找退卡单" placeholder="姓名、单号、卡号" value={keyword} onChange={setKeyword} />
      </Toolbar>
      {error && !data && (
        <ErrorLine onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={8} height={44} />}
      {data?.list.length === 0 && (
        <EmptyState layout="stack" icon="crown" title={keyword ? '没有找到' : '没有退卡单'} />
      )}
      {data && data.list.length > 0 && (
        <div className={s.refunds}>
          <RefundRows
            papers={data.list}
            patientOf={(paper) => (
              <>
                <Link to={cardsTo(paper.patientId)}>{paper.patientName}</Link>{' '}
                <span className="t-12 tertiary">{briefGenderAge(paper)}</span>
              </>
            )}
          />
          {data.total > data.list.length && (
            <Button size="sm" onClick={() => setSize((now) => Math.min(200, now + PAGE))}>
              再看更早的
            </Button>
          )}
        </div>
      )}
    </>
  )
}
