import type { ReactNode } from 'react'
import { cx, Icon, Skeleton, Tag } from '../../ui/index.ts'
import { NAMES, standingWords, type Kind, type Standing } from './model.ts'
import s from './membership.module.css'

/** Where a membership stands: its state, the days that are left or gone, its end. */
export function Hero({ kind, info, action }: { kind: Kind; info: Standing | undefined; action?: ReactNode }) {
  if (!info)
    return (
      <div className={s.hero}>
        <Skeleton width={200} height={32} />
      </div>
    )
  const words = standingWords(info)
  return (
    <section className={s.hero} aria-label={NAMES[kind]}>
      <span className={cx(s.crown, info.status === -1 && s.crownOff)}>
        <Icon name={kind === 'vip' ? 'crown' : 'shield-check'} size={28} />
      </span>
      <div className={s.heroWords}>
        <p className={s.heroName}>
          {NAMES[kind]}
          {words.label && <Tag tone={words.tone === 'brand' ? 'member' : words.tone}>{words.label}</Tag>}
        </p>
        <p className={cx('t-24', words.tone === 'danger' && 'danger')}>{words.days}</p>
        <p className="t-13 secondary">
          {info.endDate ? (
            <>
              有效期至 <span className="num">{info.endDate}</span>
              {info.status === -1 && kind === 'vip' && '，已有的数据照常查看和记录'}
            </>
          ) : (
            '选择套餐购买，按整年计算有效期'
          )}
        </p>
      </div>
      {action && <div className={s.heroAction}>{action}</div>}
    </section>
  )
}
