/** The icons of the shop, drawn by Lucide (ISC), thin as the display face. Always beside a word, or inside a named control. */

import {
  ArrowRight,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Copy,
  Download,
  ExternalLink,
  Globe,
  Info,
  Landmark,
  Mail,
  Menu,
  Minus,
  Phone,
  Plus,
  Printer,
  RotateCcw,
  Search,
  ShoppingBag,
  SlidersHorizontal,
  Trash2,
  TriangleAlert,
  Truck,
  X,
  ZoomIn,
} from 'lucide-react';

const icons = {
  'arrow-right': ArrowRight,
  bag: ShoppingBag,
  bank: Landmark,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  close: X,
  copy: Copy,
  download: Download,
  error: CircleAlert,
  external: ExternalLink,
  filter: SlidersHorizontal,
  globe: Globe,
  info: Info,
  mail: Mail,
  menu: Menu,
  minus: Minus,
  phone: Phone,
  plus: Plus,
  print: Printer,
  search: Search,
  success: CircleCheck,
  trash: Trash2,
  truck: Truck,
  undo: RotateCcw,
  warning: TriangleAlert,
  zoom: ZoomIn,
} as const;

export type IconName = keyof typeof icons;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.5} aria-hidden="true" focusable="false" />;
}
