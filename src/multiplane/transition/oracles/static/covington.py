"""The oracle of Covington's algorithms (Covington 2001; UND Figure 2): build a gold arc if there is one, move on to the
left while an arc is still to be built there, then shift. The same for the projective variant, where it permits the arc.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.machine.execution import node_at
from multiplane.transition.oracles.gold import needs_arc_left_of
from multiplane.transition.oracles.profile import ARC_TRANSITIONS, SHIFT_NUMBER, SKIP_NUMBER
from multiplane.transition.oracles.static.greedy import arc_transition
from multiplane.transition.oracles.trial import NONE


@kernel
def next_covington(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The next transition, or −1 at the end."""
    first = node_at(memory, BUFFER, 1)
    if first < 0:
        return NONE
    arc = arc_transition(profile, program, memory, gold, profile[ARC_TRANSITIONS], longest_buffer_arc)
    if arc >= 0:
        return arc
    top = node_at(memory, STACK, 1)
    if top > 0 and needs_arc_left_of(gold, first, top):
        return int(profile[SKIP_NUMBER])
    return int(profile[SHIFT_NUMBER])
