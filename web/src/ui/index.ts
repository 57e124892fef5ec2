export { cx } from './cx.ts'
export { cssVar, tokens, type TokenName } from './theme/tokens.ts'
export { Icon, type IconName, type IconProps } from './icon/Icon.tsx'
export { StatusIcon, type StatusShape } from './icon/StatusIcon.tsx'
export {
  Button,
  IconButton,
  LinkButton,
  TextButton,
  type ButtonProps,
  type IconButtonProps,
} from './control/Button.tsx'
export { Segmented, type SegmentedOption, type SegmentedProps } from './control/Segmented.tsx'
export { TabPanel, Tabs, type TabItem, type TabsProps } from './control/Tabs.tsx'
export { Chips, FilterChip } from './control/Chips.tsx'
export { Field, FormSection, useField, type FieldProps } from './form/Field.tsx'
export {
  PasswordField,
  SearchField,
  TextArea,
  TextField,
  type TextAreaProps,
  type TextFieldProps,
} from './form/TextField.tsx'
export { Checkbox, type CheckboxProps } from './form/Checkbox.tsx'
export { StatusTag, Tag, type StatusTagProps, type TagProps } from './display/Tag.tsx'
export { statusList, statusOf, type StatusKind, type StatusLook, type Tone } from './display/status.ts'
export { Avatar, LetterAvatar, type AvatarProps } from './display/Avatar.tsx'
export { Money, type MoneyProps } from './display/Money.tsx'
export { Quantity, waitLevel, WaitMinutes } from './display/WaitMinutes.tsx'
export { Kbd, KeyHints } from './display/Kbd.tsx'
export { Logo } from './display/Logo.tsx'
export { Skeleton, SkeletonRows } from './feedback/Skeleton.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx'
export { ErrorLine, Notice } from './feedback/ErrorLine.tsx'
export { Meter, ProgressBar } from './feedback/ProgressBar.tsx'
export { toast, ToastHost, type ToastOptions } from './feedback/toast.tsx'
