import { qualityLevelNames, type QualityLevel } from '@dentin/contract/core/quality-rules'
import { recordStates } from '@dentin/contract/core/status'
import type { SectionKey } from '@dentin/contract/record'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import {
  Button,
  FooterBar,
  Icon,
  LinkButton,
  TextButton,
  useIsMobile,
  Menu,
  Popover,
  type MenuEntry,
} from '../../ui/index.ts'
import type { RecordDetail } from './hooks.ts'
import type { SaveState } from './useDraft.ts'
import s from './record.module.css'

export interface EditorFooterProps {
  detail: RecordDetail
  state: SaveState
  missing: RecordDetail['missing']
  quality: RecordDetail['quality']
  busy: 'sign' | 'bill' | 'finish' | null
  printTo: string
  onJump: (section: SectionKey, field?: string) => void
  onRetry: () => void
  onTemplate: (() => void) | null
  onBill: (() => void) | null
  onSign: () => void
  onAmend: () => void
  onRemove: () => void
  onVersions: () => void
  /** 约下次: the next appointment of the patient. */
  next?: ReactNode
  /** 诊毕, signing first what is not signed; null: the visit is over, or not this person's. */
  onFinish: (() => void) | null
}

/**
 * Saved at, score, what is missing; printing, billing, the next appointment and the one filled button: 签名并锁定 while
 * something is missing, 诊毕 when nothing is.
 */
export function EditorFooter(props: EditorFooterProps) {
  const { detail, missing, quality, busy } = props
  const signed = recordStates.is(detail.status, 'signed', 'archived')
  const mobile = useIsMobile()
  const navigate = useNavigate()
  const more: Exclude<MenuEntry, 'divider'>[] = [
    ...(detail.can.print
      ? [{ key: 'print', label: '打印', icon: 'printer' as const, onSelect: () => void navigate(props.printTo) }]
      : []),
    ...(props.onTemplate ? [{ key: 'template', label: '存为模板', onSelect: props.onTemplate }] : []),
    ...(props.onBill ? [{ key: 'bill', label: '生成收费单', icon: 'receipt' as const, onSelect: props.onBill }] : []),
    ...(detail.can.remove
      ? [{ key: 'remove', label: '删除病历', icon: 'trash' as const, danger: true, onSelect: props.onRemove }]
      : []),
  ]
  // At the desk what is done seldom lies behind the dots.
  const rare = more.filter((each) => each.key === 'template' || each.key === 'remove')
  // One thing to do needs no menu.
  const only = more.length === 1 && !detail.can.amend && !detail.can.sign ? more[0] : undefined
  return (
    <FooterBar
      className={s.footer}
      start={
        <div className={s.footFacts}>
          {signed ? (
            <span className={s.saved}>
              <Icon name="lock" size={14} />
              {detail.signDoctorName} 签名于 <span className="num">{detail.signTime?.slice(0, 16)}</span>
              {detail.countersign.name && `，${detail.countersign.name}审签`}
            </span>
          ) : (
            <Saved state={props.state} edit={detail.can.edit} onRetry={props.onRetry} />
          )}
          <span className={s.bar} aria-hidden />
          <Popover side="top" align="center" content={<Score quality={quality} onJump={props.onJump} />}>
            <button type="button" className={s.score}>
              质控 <b>{quality.score}</b> 分
            </button>
          </Popover>
          {!signed &&
            missing.map((each) => (
              <button
                key={each.message}
                type="button"
                className={s.missing}
                onClick={() => props.onJump(each.section, each.field)}
              >
                {each.message}
              </button>
            ))}
          {detail.versionCount > 0 && (
            <TextButton icon="history" onClick={props.onVersions}>
              {detail.versionCount} 个版本
            </TextButton>
          )}
        </div>
      }
    >
      {mobile && only ? (
        <Button variant={only.danger ? 'danger' : 'default'} icon={only.icon} onClick={only.onSelect}>
          {only.label}
        </Button>
      ) : mobile ? (
        more.length > 0 && (
          <Menu items={more}>
            <Button icon="dots" aria-label="更多操作" title="更多操作" className={s.more} />
          </Menu>
        )
      ) : (
        <>
          {rare.length > 0 && (
            <Menu items={rare}>
              <Button variant="text" icon="dots" aria-label="更多操作" title="更多操作" />
            </Menu>
          )}
          {detail.can.print && (
            <LinkButton variant="text" icon="printer" to={props.printTo}>
              打印
            </LinkButton>
          )}
          {props.onBill && (
            <Button busy={busy === 'bill'} onClick={props.onBill}>
              生成收费单
            </Button>
          )}
        </>
      )}
      {detail.can.amend && (
        <Button icon="pencil" onClick={props.onAmend}>
          修订
        </Button>
      )}
      {props.next}
      {detail.can.sign && (
        <Button
          variant={props.onFinish && missing.length === 0 ? 'default' : 'primary'}
          icon="signature"
          busy={busy === 'sign'}
          onClick={props.onSign}
        >
          签名并锁定
        </Button>
      )}
      {props.onFinish && (
        <Button
          variant={detail.can.sign && missing.length > 0 ? 'default' : 'primary'}
          icon="check"
          busy={busy === 'finish'}
          onClick={props.onFinish}
        >
          诊毕
        </Button>
      )}
    </FooterBar>
  )
}

function Saved({ state, edit, onRetry }: { state: SaveState; edit: boolean; onRetry: () => void }) {
  if (!edit) return <span>只读</span>
  switch (state.kind) {
    case 'saved':
      return (
        <span className={s.saved}>
          <Icon name="check" size={15} />
          <span className="num">{state.at ? `${state.at} 已自动保存` : '已保存'}</span>
        </span>
      )
    case 'saving':
      return <span>保存中…</span>
    case 'dirty':
      return <span>有修改，稍后自动保存</span>
    case 'offline':
      return (
        <span className={s.unsynced} role="status">
          <Icon name="alert" size={15} />
          未同步，已保存在本机
          <TextButton onClick={onRetry}>重试</TextButton>
        </span>
      )
    case 'refused':
      return (
        <span className={s.unsaved} role="alert">
          <Icon name="alert-circle" size={15} />
          未保存：{state.message}
          <TextButton onClick={onRetry}>重试</TextButton>
        </span>
      )
  }
}

function Score({ quality, onJump }: { quality: RecordDetail['quality']; onJump: (section: SectionKey) => void }) {
  if (quality.items.length === 0) return <p>没有质控问题</p>
  return (
    <ul className={s.scoreList}>
      {quality.items.map((item) => (
        <li key={item.message}>
          <button type="button" className={s.scoreItem} onClick={() => onJump(item.section)}>
            <span>{item.message}</span>
            {item.points > 0 ? (
              <span className="num">−{item.points}</span>
            ) : (
              <span>{qualityLevelNames[item.level as QualityLevel]}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
