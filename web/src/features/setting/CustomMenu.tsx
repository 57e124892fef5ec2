import { identity, MOST_FAVOURITES } from '@dentin/contract/identity'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { MenuEntry } from '../../lib/permission.ts'
import { useSend } from '../../lib/query.ts'
import { Select } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  Icon,
  IconButton,
  PageHeader,
  Tag,
  toast,
  Toolbar,
  type IconName,
} from '../../ui/index.ts'
import { KEPT, moved, shapeOf, toggleFavourite, toggleHidden, wireOf, type MenuShape } from './menu-shape.ts'
import s from './menu.module.css'

/** The menu as one likes it: what is changed here stands in the sidebar at once. onSaved: reads the menu again. */
export function CustomMenu({ menu, onSaved }: { menu: readonly MenuEntry[]; onSaved: () => Promise<void> }) {
  // What is being kept stands before what the server has said.
  const [draft, setDraft] = useState<MenuShape | null>(null)
  const save = useSend(identity.saveCustomMenu)
  const reset = useSend(identity.resetCustomMenu)
  const wanted = useRef<MenuShape | null>(null)
  const keeping = useRef(false)
  const shape = draft ?? shapeOf(menu)
  const entries = new Map(menu.map((entry) => [entry.path, entry]))
  const titleOf = (path: string) => entries.get(path)?.title ?? path

  /** One after the other, so that the last is what stays. */
  const keepAll = async () => {
    if (keeping.current) return
    keeping.current = true
    while (wanted.current) {
      const next = wanted.current
      wanted.current = null
      try {
        await save.mutateAsync(wireOf(next))
      } catch (error) {
        toast.error((error as Error).message)
      }
      if (wanted.current === null) await onSaved()
    }
    keeping.current = false
    setDraft(null)
  }
  const keep = (next: MenuShape) => {
    if (next === shape) return
    setDraft(next)
    wanted.current = next
    void keepAll()
  }
  const restore = async () => {
    if (!(await confirm({ title: '恢复默认菜单？', body: '次序、隐藏和常用都回到原样', okText: '恢复默认' }))) return
    reset.mutate(
      {},
      {
        onError: (error) => toast.error(error.message),
        onSuccess: () => {
          toast.success('已恢复默认')
          void onSaved()
        },
      },
    )
  }
  const full = shape.favourites.length >= MOST_FAVOURITES
  const star = (path: string) => {
    const on = shape.favourites.includes(path)
    return (
      <IconButton
        icon="star"
        label={`${titleOf(path)}${on ? '移出常用' : '加入常用'}`}
        pressed={on}
        disabled={!on && full}
        onClick={() => keep(toggleFavourite(shape, path, MOST_FAVOURITES))}
      />
    )
  }
  return (
    <>
      <Toolbar
        end={
          <Button icon="undo" busy={reset.isPending} onClick={() => void restore()}>
            恢复默认
          </Button>
        }
      >
        <span className="t-13 secondary">只影响自己，改了马上生效，换一台设备登录也一样</span>
      </Toolbar>
      <div className={s.parts}>
        <section aria-label="起始页">
          <PageHeader title="起始页" ruled level={3} />
          <p className="t-13 secondary">登录后和点左上角的标志先打开这一页；按岗位时前台是今日，医生是医生工作台</p>
          <div className={s.add}>
            <Select
              label="起始页"
              searchable
              clearable
              placeholder="按岗位"
              value={shape.startPage}
              options={menu
                .filter((entry) => entry.parent === null && entry.path !== KEPT)
                .map((entry) => ({ value: entry.path, label: entry.title }))}
              onChange={(path: string | null) => keep({ ...shape, startPage: path })}
            />
          </div>
        </section>
        <section aria-label="常用">
          <PageHeader title="常用" count={shape.favourites.length} ruled level={3} />
          <p className="t-13 secondary">放在菜单最上面，最多 {MOST_FAVOURITES} 个；菜单里没有的页面也可以放进来</p>
          {shape.favourites.length === 0 ? (
            <EmptyState icon="star" title="还没有常用" hint="在下面选一个页面，或点菜单右边的星" />
          ) : (
            <SortList
              label="常用"
              paths={shape.favourites}
              titleOf={titleOf}
              onMove={(from, to) => keep({ ...shape, favourites: moved(shape.favourites, from, to) })}
              row={(path) => {
                const entry = entries.get(path)
                const parent = entry?.parent ? titleOf(entry.parent) : null
                return (
                  <>
                    <Words icon={entry?.icon} title={titleOf(path)} hint={parent} />
                    {star(path)}
                  </>
                )
              }}
            />
          )}
          <div className={s.add}>
            <Select
              label="加入常用"
              placeholder={full ? `最多 ${MOST_FAVOURITES} 个` : '加入页面'}
              searchable
              disabled={full}
              value={null}
              options={menu
                .filter((entry) => !shape.favourites.includes(entry.path))
                .map((entry) => ({
                  value: entry.path,
                  label: entry.title,
                  ...(entry.parent ? { hint: titleOf(entry.parent) } : {}),
                }))}
              onChange={(path: string | null) => path && keep(toggleFavourite(shape, path, MOST_FAVOURITES))}
            />
          </div>
        </section>
        {Object.entries(shape.groups).map(([group, paths]) => (
          <section key={group} aria-label={group}>
            <PageHeader title={group} ruled level={3} />
            <SortList
              label={group}
              paths={paths}
              titleOf={titleOf}
              onMove={(from, to) => keep({ ...shape, groups: { ...shape.groups, [group]: moved(paths, from, to) } })}
              row={(path) => {
                const away = shape.hidden.includes(path)
                return (
                  <>
                    <Words icon={entries.get(path)?.icon} title={titleOf(path)} muted={away}>
                      {away && <Tag>已隐藏</Tag>}
                      {shape.favourites.includes(path) && <Tag tone="brand">在常用里</Tag>}
                    </Words>
                    {star(path)}
                    <IconButton
                      icon={away ? 'eye-off' : 'eye'}
                      label={path === KEPT ? '“设置”不能隐藏' : `${away ? '显示' : '隐藏'}${titleOf(path)}`}
                      disabled={path === KEPT}
                      onClick={() => keep(toggleHidden(shape, path))}
                    />
                  </>
                )
              }}
            />
          </section>
        ))}
      </div>
    </>
  )
}

function Words({
  icon,
  title,
  hint,
  muted = false,
  children,
}: {
  icon: string | undefined
  title: string
  hint?: string | null
  muted?: boolean
  children?: ReactNode
}) {
  return (
    <span className={cx(s.words, muted && 'tertiary')}>
      <Icon name={(icon ?? 'list') as IconName} size={18} />
      <span className="ellipsis">{title}</span>
      {hint && <span className="t-12 tertiary ellipsis">{hint}</span>}
      {children}
    </span>
  )
}

/** Rows that are put into an order: dragged by their handle, or moved with the arrow keys while the handle has the focus. */
function SortList({
  label,
  paths,
  titleOf,
  onMove,
  row,
}: {
  label: string
  paths: readonly string[]
  titleOf: (path: string) => string
  onMove: (from: number, to: number) => void
  row: (path: string) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-grip="${focused.current}"]`)?.focus()
    focused.current = null
  })
  const move = (path: string, from: number, to: number) => {
    const at = Math.max(0, Math.min(to, paths.length - 1))
    if (at === from) return
    focused.current = path
    setSaid(`${titleOf(path)}，第 ${at + 1} 位，共 ${paths.length} 位`)
    onMove(from, at)
  }
  /** Rows are all of one height. */
  const placeAt = (y: number) => {
    const box = list.current?.getBoundingClientRect()
    if (!box) return 0
    return Math.max(0, Math.min(paths.length - 1, Math.floor(((y - box.top) / box.height) * paths.length)))
  }
  const shown = drag ? moved(paths, drag.from, drag.to) : paths
  return (
    <>
      <ul ref={list} className={s.list} aria-label={`${label}的次序`}>
        {shown.map((path, at) => (
          <li key={path} className={cx(s.row, drag && at === drag.to && s.dragged)}>
            <button
              type="button"
              className={s.grip}
              data-grip={path}
              aria-label={`${titleOf(path)}，第 ${at + 1} 位，用上下方向键移动`}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (step === 0) return
                event.preventDefault()
                move(path, at, at + step)
              }}
              onPointerDown={(event) => {
                if (event.button !== 0) return
                event.currentTarget.setPointerCapture(event.pointerId)
                setDrag({ from: at, to: at })
              }}
              onPointerMove={(event) => drag && setDrag({ from: drag.from, to: placeAt(event.clientY) })}
              onPointerUp={() => {
                setDrag(null)
                if (drag) move(path, drag.from, drag.to)
              }}
              onPointerCancel={() => setDrag(null)}
            >
              <Icon name="grip" size={16} />
            </button>
            {row(path)}
          </li>
        ))}
      </ul>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}
