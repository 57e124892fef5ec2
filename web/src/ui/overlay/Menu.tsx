import { Popover as AntPopover, Tooltip as AntTooltip, type MenuProps as AntMenuProps } from 'antd'
// Not from the package's index: that one carries antd's own buttons, too.
import Dropdown from 'antd/es/dropdown/dropdown'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'

export type MenuEntry =
  | {
      key: string
      label: ReactNode
      icon?: IconName
      /** Words or a key at the right. */
      extra?: ReactNode
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | 'divider'

export interface MenuProps {
  items: readonly MenuEntry[]
  /** The button that opens it. */
  children: ReactElement
  /** The edge of the button it lines up with. */
  align?: 'start' | 'end'
  disabled?: boolean
}

/** Actions behind a button: opens on click, Enter or ↓; arrows move, Esc closes. */
export function Menu({ items, children, align = 'start', disabled }: MenuProps) {
  const entries: AntMenuProps['items'] = items.map((item, i) =>
    item === 'divider'
      ? { key: `divider-${i}`, type: 'divider' }
      : {
          key: item.key,
          label: item.label,
          icon: item.icon && <Icon name={item.icon} size={16} />,
          extra: item.extra,
          danger: item.danger,
          disabled: item.disabled,
          onClick: ({ domEvent }) => {
            domEvent.stopPropagation()
            item.onSelect()
          },
        },
  )
  return (
    <Dropdown
      menu={{ items: entries }}
      trigger={['click']}
      placement={align === 'end' ? 'bottomRight' : 'bottomLeft'}
      disabled={disabled}
      autoFocus
      destroyOnHidden
    >
      {children}
    </Dropdown>
  )
}

export interface PopoverProps {
  content: ReactNode
  title?: ReactNode
  /** The button that opens it. */
  children: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'bottom' | 'bottomLeft' | 'bottomRight' | 'top' | 'left' | 'right' | 'rightTop' | 'leftTop'
  /** hover: a look at something; click: something to do in it. */
  trigger?: 'click' | 'hover'
}

/** A small panel at its button. */
export function Popover({
  content,
  title,
  children,
  open,
  onOpenChange,
  side = 'bottomLeft',
  trigger = 'click',
}: PopoverProps) {
  return (
    <AntPopover
      content={content}
      title={title}
      open={open}
      onOpenChange={onOpenChange}
      placement={side}
      trigger={trigger}
      arrow={false}
      destroyOnHidden
    >
      {children}
    </AntPopover>
  )
}

export interface TooltipProps {
  /** Nothing is shown when empty. */
  text: ReactNode
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A word of help on hover and focus; never the only place of something needed. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <AntTooltip title={text} placement={side} mouseEnterDelay={0.3} trigger={['hover', 'focus']}>
      {children}
    </AntTooltip>
  )
}
