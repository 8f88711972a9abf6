/** Tests read the messages that stand in the code. */

import { compileMessage } from '@lingui/message-utils/compileMessage';
import { setCompiler } from '../src/lingui/core';

setCompiler(compileMessage);
